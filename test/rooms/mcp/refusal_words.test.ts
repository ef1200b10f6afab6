/** What an agent is told with a refusal: what to do next, by the names of tools, for every code that a tool can answer. */
import assert from "node:assert/strict";
import test from "node:test";
import type { AnyOperation } from "../../../src/calls/callable.ts";
import { APPROVAL_STATUSES } from "../../../src/contract/declare/approval.ts";
import type { AgentCaller } from "../../../src/contract/declare/caller.ts";
import { checkReach } from "../../../src/contract/declare/reach.ts";
import { errorExample } from "../../../src/contract/document/error_examples.ts";
import { ERROR_CODES, type ErrorCode } from "../../../src/contract/refusals/error_catalog.ts";
import { type ErrorBody, errorJson } from "../../../src/contract/refusals/error_envelope.ts";
import { codesOf } from "../../../src/contract/refusals/shared_codes.ts";
import { NEXT_STEPS } from "../../../src/features/agent_next_steps.ts";
import { operations } from "../../../src/features/registry.ts";
import type { Allowed } from "../../../src/mcp/grant_view.ts";
import { refusalWords } from "../../../src/mcp/refusal_words.ts";
import { type Tool, toolCatalogOf } from "../../../src/mcp/tool_catalog.ts";

const catalog = toolCatalogOf(operations as readonly AnyOperation[]);
const everyWord = refusalWords(catalog, NEXT_STEPS);
const ALL: Allowed = {
  of: "scopes",
  names: new Set(catalog.tools.flatMap(({ operation: { scope } }) => scope ?? [])),
};
/** As an agent with every scope is told. */
const words = {
  forAgent: (body: ErrorBody, tool: Tool | undefined) => everyWord.forAgent(body, tool, ALL),
};
const IDS = new Set((operations as readonly AnyOperation[]).map(({ id }) => id));

/** What a caller without HTTP cannot do anything with. */
const OF_HTTP =
  /\b(headers?|HTTP|GET|POST|PUT|PATCH|DELETE|query|paths?|URL|Idempotency-Key|Bearer|Authorization|cookies?)\b|X-[A-Z]|\/v1\/|retry-after/i;

/** The tools that the sentence names; fails where it names an operation, or a way of HTTP. */
function toolsIn(sentence: unknown, what: string): string[] {
  if (typeof sentence !== "string") assert.fail(`${what}: has no next step`);
  assert.doesNotMatch(sentence, OF_HTTP, what);
  assert.doesNotMatch(sentence, /undefined|\[object|\$\{/, what);
  for (const [id] of sentence.matchAll(/[a-z_]+(?:\.[a-z_]+)+/g)) {
    assert.ok(!IDS.has(id), `${what}: names the operation ${id}`);
  }
  const named = [...sentence.matchAll(/[a-z]+(?:_[a-z]+)+/g)].map(([name]) => name);
  return named.filter((name) => catalog.get(name) !== undefined);
}

function exampleOf(code: ErrorCode, { operation: { id } }: Tool): ErrorBody {
  return (errorExample(code, id) ?? assert.fail(`${code} has no example`)) as ErrorBody;
}

const tooled = catalog.tools.map((tool) => [tool, codesOf(tool.operation)] as const);
const met = new Set(tooled.flatMap(([, codes]) => codes));

test("next step: every code that a tool declares -> a sentence that names tools, and no way of HTTP", () => {
  assert.ok(catalog.tools.length > 100 && met.size > 80, `${catalog.tools.length}, ${met.size}`);
  for (const [tool, codes] of tooled) {
    for (const code of codes) {
      // Whoever refuses says it; the next test asks them.
      if (code === "unauthorized") continue;
      const { error } = words.forAgent(exampleOf(code, tool), tool);
      const what = `${code} of ${tool.name}`;
      assert.notDeepEqual(toolsIn(error.details["nextStep"], what), [], what);
      for (const name of ["message", "retry", "header"]) {
        const text = name === "message" ? error.message : error.details[name];
        if (text !== undefined) assert.doesNotMatch(String(text), IDEMPOTENCY_HEADER, what);
      }
    }
  }
});

const IDEMPOTENCY_HEADER = /Idempotency-Key/;

test("next step: a code that no tool declares -> none is written", () => {
  const written = Object.keys(NEXT_STEPS) as ErrorCode[];
  assert.deepEqual(
    written.filter((code) => !met.has(code) || !ERROR_CODES.includes(code)),
    [],
  );
});

test("next step: a Product or a Build beyond the grant -> by the names of tools", () => {
  const caller = {
    kind: "agent",
    reach: {
      ...{ productIds: new Set(["prod_2"]), madeProductIds: new Set(), companyWide: false },
      buildIds: new Set(["bld_2"]),
    },
  } as unknown as AgentCaller;
  const tool = catalog.get("account_list") ?? assert.fail("a tool");
  const build = { buildId: "bld_1" };
  for (const productId of ["prod_1", "prod_2"]) {
    const product = { productId, build } as never;
    const refusal = checkReach(caller, "sandbox", { product, buildId: undefined });
    assert.ok(refusal !== undefined);
    const origin = { operation: "account.list", requestId: "req_1", docsUrl: "https://docs" };
    const body = JSON.parse(errorJson(refusal, origin)) as ErrorBody;
    const { error } = words.forAgent(body, tool);
    assert.deepEqual(toolsIn(error.details["nextStep"], productId), ["agent_member_current"]);
  }
});

test("next step: an approval, whatever has become of it -> the tool to call, and with which key", () => {
  const tool = catalog.get("transfer_create") ?? assert.fail("a tool");
  const { error, ...rest } = exampleOf("agent_approval_required", tool);
  for (const status of APPROVAL_STATUSES) {
    const asked = { ...rest, error: { ...error, details: { ...error.details, status } } };
    const { nextStep } = words.forAgent(asked, tool).error.details;
    const isOpen = status === "pending" || status === "approved";
    assert.deepEqual(toolsIn(nextStep, status), ["transfer_create", "agent_approval_retrieve"]);
    assert.match(String(nextStep), isOpen ? /the same `idempotencyKey`/ : /a new `idempotencyKey`/);
    assert.equal(String(nextStep).includes(String(error.details["approvalUrl"])), isOpen, status);
  }
});

test("next step: an approval, for an agent that may not read it -> the tool to call alone", () => {
  const tool = catalog.get("transfer_create") ?? assert.fail("a tool");
  const body = exampleOf("agent_approval_required", tool);
  const few: Allowed = { of: "scopes", names: new Set(["transfers:write"]) };
  const { nextStep } = everyWord.forAgent(body, tool, few).error.details;
  assert.deepEqual(toolsIn(nextStep, "no activity:read"), ["transfer_create"]);
});

test("next step: a thing that is not there -> the tool that lists such things, where there is one", () => {
  const tool = catalog.get("product_retrieve") ?? assert.fail("a tool");
  const { error, ...rest } = exampleOf("resource_not_found", tool);
  for (const [resourceType, named] of [
    ["product", "product_list"],
    ["webhook_endpoint", "webhook_endpoint_list"],
    ["clock_run", "agent_member_current"],
  ] as const) {
    const missing = { ...rest, error: { ...error, details: { resourceType } } };
    const { nextStep } = words.forAgent(missing, tool).error.details;
    assert.equal(toolsIn(nextStep, resourceType)[0], named);
  }
});

const SENTENCES: [string, string][] = [
  [
    "the header Idempotency-Key is absent; send a UUID",
    "the argument idempotencyKey is absent; send a UUID",
  ],
  ["a mutation needs an Idempotency-Key header", "a mutation needs an idempotencyKey"],
  ["this Idempotency-Key was used", "this idempotencyKey was used"],
  ["send it as the header X-Service-Environment", "send it as the argument environment"],
  ["X-Service-Environment must be sandbox or live", "environment must be sandbox or live"],
  [
    "catalog.error.list has them all; did you mean transfer.posted?",
    "catalog_error_list has them all; did you mean transfer.posted?",
  ],
  [
    "session.list, a.b and x/account.list are no tools",
    "session.list, a.b and x/account.list are no tools",
  ],
];
for (const [said, told] of SENTENCES) {
  test(`refusal words: ${said} -> ${told}`, () => {
    const tool = catalog.get("account_list");
    const issue = { code: "format", message: said, path: ["idempotency-key", 0, "name"] };
    const details = { operation: "account.list", issues: [issue], kind: said };
    const body: ErrorBody = {
      error: { code: "invalid_request", message: said, details },
      requestId: "req_1",
    };
    const { error } = words.forAgent(body, tool);
    assert.equal(error.message, told);
    assert.deepEqual(error.details["issues"], [
      { ...issue, message: told, path: ["idempotencyKey", 0, "name"] },
    ]);
    // What the caller sent, and ids, stay as they are.
    assert.equal(error.details["kind"], said);
    assert.equal(error.details["operation"], "account.list");
  });
}

test("refusal words: a tool whose own field is called so -> the argument of the call", () => {
  const tool = catalog.get("idempotency_key_retrieve") ?? assert.fail("a tool");
  const told = words.forAgent(exampleOf("idempotency_required", tool), tool).error;
  assert.equal(told.details["header"], "callIdempotencyKey");
  assert.match(String(told.details["nextStep"]), /`callIdempotencyKey`/);
});
