/**
 * What is answered without the SDK, compared with what the SDK answers: a message with a member of `_meta` that
 * nobody knows goes to the SDK, and means the same.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type LetIn, letInAgent } from "../support/agents.ts";
import { ERAS, MODERN, modernRequest, type Sent, sendMessage } from "../support/mcp.ts";
import { openPeople, type People } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

const SCOPES = ["products:read", "products:write", "catalog:read", "activity:read"];
let server: Server;
let people: People;
const agents = new Map<string, LetIn>();

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  const founder = await people.founder();
  for (const toolForm of ["full", "compact"] as const) {
    const granting = { scopes: SCOPES, companyWide: true, toolForm };
    agents.set(toolForm, await letInAgent(server, founder, granting));
  }
});

after(async () => {
  people.close();
});

type Params = Record<string, unknown>;
const KEY = randomUUID();
const call = (name: string, given?: Params): [string, Params] => [
  "tools/call",
  { name, ...(given !== undefined && { arguments: given }) },
];
const MESSAGES: [string, [string, Params]][] = [
  ["the first page", ["tools/list", {}]],
  ["a cursor of no page", ["tools/list", { cursor: "none" }]],
  ["a read", call("catalog_scope_list", {})],
  ["a read without arguments", call("agent_member_current")],
  ["a write", call("product_create", { name: "Wallet", idempotencyKey: KEY })],
  ["a refusal", call("product_retrieve", { productId: "prod_none" })],
  ["a refusal of the input", call("product_retrieve", { productId: 5 })],
  ["a scope that is lacking", call("customer_list", { productId: "prod_none" })],
  ["no tool", call("nothing", {})],
  ["a search", call("operation_search", { query: "product", limit: 5 })],
  ["a search in plain words", call("operation_search", { query: "undo a payment" })],
  ["a description", call("operation_describe", { names: ["product.create", "nothing"] })],
  [
    "a description with what is given",
    call("operation_describe", { names: ["product.create"], outputSchemas: true }),
  ],
  ["a call by name", call("operation_call", { name: "catalog_scope_list" })],
  ["a call of no tool", call("operation_call", { name: "nothing" })],
];

async function sent(form: string, era: string, [method, params]: [string, Params], bySdk: boolean) {
  const token = agents.get(form)?.access ?? "";
  const extra = bySdk ? { "test/unknown": true } : {};
  if (era !== MODERN) {
    const own = bySdk ? { ...params, _meta: extra } : params;
    const message = { jsonrpc: "2.0", id: "a", method, params: own };
    const headers: Record<string, string> = era === "" ? {} : { "mcp-protocol-version": era };
    return sendMessage(server, token, message, headers);
  }
  const { message, headers } = modernRequest(method, params);
  const { _meta, ...rest } = message["params"] as Params;
  const meta = { ...(_meta as Params), ...extra };
  return sendMessage(server, token, { ...message, params: { ...rest, _meta: meta } }, headers);
}

/** The answer without what is new with each request: ids, times, and that a key was met before. */
function comparable({ status, body }: Sent): unknown {
  const text = JSON.stringify({ status, ...body })
    .replaceAll(/req_[A-Za-z0-9]+/g, "req")
    .replaceAll(',"service/replayed":true', "")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time");
  return JSON.parse(text);
}

for (const era of ERAS) {
  for (const form of ["full", "compact"]) {
    test(`direct: each message of ${era}, the form ${form} -> what the SDK answers`, async () => {
      for (const [what, message] of MESSAGES) {
        const direct = await sent(form, era, message, false);
        const bySdk = await sent(form, era, message, true);
        assert.deepEqual(comparable(direct), comparable(bySdk), what);
      }
    });
  }
}

test("direct: which of both answers -> seen by the form of the answer to a client of 2025", async () => {
  const read = call("catalog_scope_list", {});
  const types = [false, true].map(async (bySdk) => {
    const { headers } = await sent("full", "2025-11-25", read, bySdk);
    return headers.get("content-type");
  });
  assert.deepEqual(await Promise.all(types), ["application/json", "text/event-stream"]);
});

/** Revisions of the protocol, and whether their tools have an `outputSchema`; "" names none. */
const REVISIONS: readonly (readonly [string, boolean])[] = [
  ["", false],
  ["2024-11-05", false],
  ["2025-03-26", false],
  ["2025-06-18", true],
  ["2025-11-25", true],
  [MODERN, true],
];

for (const [revision, isThere] of REVISIONS) {
  for (const form of ["full", "compact"]) {
    test(`tools/list: a client of ${revision || "no revision"}, the form ${form} -> ${isThere ? "with" : "without"} what tools give, either way`, async () => {
      for (const bySdk of [false, true]) {
        const { body } = await sent(form, revision, ["tools/list", {}], bySdk);
        const { tools } = body["result"] as { tools: Params[] };
        const have = tools.filter((tool) => "outputSchema" in tool && "inputSchema" in tool);
        // The tool that calls others gives what they give, so it has no schema of its own.
        const own = tools.filter(({ name }) => name !== "operation_call");
        assert.equal(have.length, isThere ? own.length : 0, `by the SDK: ${bySdk}`);
      }
    });
  }
}

test("operation_describe: what tools give -> where it is asked for alone", async () => {
  const names = ["product_create"];
  for (const outputSchemas of [undefined, false, true]) {
    const message = call("operation_describe", {
      names,
      ...(outputSchemas !== undefined && { outputSchemas }),
    });
    const { body } = await sent("compact", MODERN, message, false);
    const { structuredContent } = body["result"] as { structuredContent: { tools: Params[] } };
    const [tool = {}] = structuredContent.tools;
    assert.equal("outputSchema" in tool, outputSchemas === true);
    assert.ok("inputSchema" in tool);
  }
  const wrong = await sent(
    "compact",
    MODERN,
    call("operation_describe", { names, outputSchemas: "yes" }),
    false,
  );
  assert.match(JSON.stringify(wrong.body), /outputSchemas must be true or false/);
});
