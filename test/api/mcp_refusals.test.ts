/**
 * Refusals as an agent has them: each says what to do next by the names of tools, and none speaks of what only a
 * client of HTTP has.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type LetIn, letInAgent } from "../support/agents.ts";
import { ERAS, type Host, openHost, type RefusalEnvelope, refusalOf } from "../support/mcp.ts";
import { openPeople, type People } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const SCOPES = [
  ...["products:read", "products:write", "catalog:read", "activity:read", "transfers:write"],
  ...["accounts:read", "accounts:write"],
];
let server: Server;
let people: People;
let agent: LetIn;
let foreign: string;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  const founder = await people.founder();
  foreign = (await founder.post("/products", { name: "Other" })).id("productId");
  agent = await letInAgent(server, founder, { scopes: SCOPES, toolForm: "full" });
});

after(async () => {
  people.close();
});

/** A Product of the agent's own. */
async function ownProduct(host: Host): Promise<string> {
  const given = { name: "Own", idempotencyKey: randomUUID() };
  return String((await host.call("product_create", given)).structured["productId"]);
}

type Refused = (host: Host, productId: string) => [string, Record<string, unknown>];
const USED = randomUUID();

/** The code, what is called, and what the next step names. */
const CASES: [string, string, RegExp, Refused][] = [
  [
    "a change without a key",
    "idempotency_required",
    /`product_create`.*`idempotencyKey`/,
    () => ["product_create", { name: "x" }],
  ],
  [
    "a key that is no UUID",
    "invalid_request",
    /`product_create`/,
    () => ["product_create", { name: "x", idempotencyKey: "1" }],
  ],
  [
    "a key of another change",
    "idempotency_conflict",
    /`idempotency_key_retrieve`.*`account_create`/,
    (_, productId) => [
      "account_create",
      accountOf(productId, { idempotencyKey: USED, currency: "USD" }),
    ],
  ],
  [
    "an environment that there is not",
    "invalid_request",
    /`product_list`/,
    () => ["product_list", { environment: "prod" }],
  ],
  [
    "an argument that is none, and one of HTTP",
    "invalid_request",
    /`transfer_create`/,
    (_, productId) => [
      "transfer_create",
      { productId, apiKey: "k", idempotency_key: "u", idempotencyKey: randomUUID() },
    ],
  ],
  [
    "a limit beyond the most",
    "invalid_request",
    /`account_list`/,
    (_, productId) => ["account_list", { productId, limit: 5_000 }],
  ],
  [
    "an id of another form",
    "resource_not_found",
    /`product_list`.*`agent_member_current`/,
    () => ["product_retrieve", { productId: "prod_none" }],
  ],
  [
    "a Product beyond the grant",
    "unauthorized",
    /agent_member_current/,
    () => ["account_list", { productId: foreign }],
  ],
  [
    "an account that is not there",
    "account_not_found",
    /`account_list`/,
    () => ["account_retrieve", { accountId: "acct_none" }],
  ],
  [
    "a company of somebody else",
    "tenant_mismatch",
    /`tenantId`.*`product_list`/,
    () => ["product_list", { tenantId: "ten_none" }],
  ],
  [
    "what a person approves",
    "agent_approval_required",
    /approvals\/apr_.*`product_list`.*`agent_approval_retrieve`/,
    () => ["product_list", { environment: "live", idempotencyKey: randomUUID() }],
  ],
];

const accountOf = (productId: string, more: Record<string, unknown> = {}) => ({
  ...{ productId, role: "product_operating", currency: "EUR", idempotencyKey: randomUUID() },
  ...{ owner: { type: "product", id: productId } },
  ...more,
});

/** Words of HTTP, which a model that has tools can do nothing with. */
const OF_HTTP =
  /\b(headers?|query|body|path parameter|Idempotency-Key|Bearer|Authorization)\b|X-[A-Z][a-z]+|\/v1\//i;

/** All sentences of a refusal; the rest is codes, ids and addresses. */
function sentencesOf({ error: { message, details } }: RefusalEnvelope): string[] {
  const issues = (details["issues"] ?? []) as { message: string; path: unknown[] }[];
  const { nextStep, retry, header } = details;
  const told = issues.flatMap((issue) => [issue.message, issue.path.join(".")]);
  return [message, nextStep, retry, header, ...told].filter((text) => typeof text === "string");
}

for (const era of ERAS) {
  test(`refusals: of tools, to a client of ${era} -> a next step by names of tools, and no word of HTTP`, async () => {
    const host = await openHost(server, agent.access, era);
    const productId = await ownProduct(host);
    await host.call("account_create", accountOf(productId, { idempotencyKey: USED }));
    for (const [what, code, step, refused] of CASES) {
      const [tool, given] = refused(host, productId);
      const refusal = refusalOf(await host.call(tool, given));
      assert.equal(refusal.error.code, code, `${what}: ${JSON.stringify(refusal)}`);
      assert.match(String(refusal.error.details["nextStep"]), step, what);
      const sentences = sentencesOf(refusal);
      for (const sentence of sentences) assert.doesNotMatch(sentence, OF_HTTP, what);
    }
    await host.close();
  });
}

test("refusals: the header's name as an argument -> the name of the argument, and what was sent in the path", async () => {
  const host = await openHost(server, agent.access, ERAS[1]);
  const given = { name: "x", "Idempotency-Key": randomUUID(), idempotencyKey: randomUUID() };
  const { error } = refusalOf(await host.call("product_create", given));
  const message =
    "a field of this name is not among the arguments; send it as the argument idempotencyKey";
  const issue = { code: "unknown_field", message, path: ["Idempotency-Key"] };
  assert.deepEqual([error.message, error.details["issues"]], [message, [issue]]);
  await host.close();
});

test("refusals: of a call by name and of a resource -> the same next step", async () => {
  const host = await openHost(server, agent.access, ERAS[1]);
  const named = { name: "account.list", arguments: { productId: foreign } };
  const byName = refusalOf(await host.call("operation_call", named)).error.details["nextStep"];
  assert.match(String(byName), /agent_member_current/);
  const wrong = refusalOf(await host.call("operation_call", { name: "nothing" }));
  assert.match(String(wrong.error.details["nextStep"]), /call `operation_call` again/);
  const uri = `service://sandbox/accounts?productId=${foreign}`;
  const read = await host.client.readResource({ uri }).then(
    () => assert.fail("the resource is beyond the grant"),
    ({ data }) => data as RefusalEnvelope,
  );
  assert.match(String(read.error.details["nextStep"]), /agent_member_current/);
  await host.close();
});
