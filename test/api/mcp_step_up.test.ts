/**
 * From the address alone to moved money, and from few scopes to more: by the SDK's own client of each era, with its own
 * implementation of the authorization of the Model Context Protocol.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { letInAgent } from "../support/agents.ts";
import { expect } from "../support/client.ts";
import { documentOf, ERAS, keyed, modernRequest, sendMessage } from "../support/mcp.ts";
import {
  type AddressHost,
  addressHost,
  askedScopes,
  type Decide,
  decided,
  newMemory,
} from "../support/mcp_login.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

let server: Server;
let people: People;
let founder: Browser;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  founder = await people.founder();
});
after(() => people.close());

/** Lets the host in that wants a browser, and connects it anew. */
async function letIn(
  host: AddressHost,
  era: (typeof ERAS)[number],
  decide: Decide,
): Promise<AddressHost> {
  await host.finish(await decided(host.memory, founder, decide));
  await host.close();
  return await addressHost(server, era, host.memory);
}

async function movesMoney(host: AddressHost): Promise<void> {
  const made = documentOf(await host.call("product_create", keyed({ name: "Wallet" })));
  const productId = String(made["productId"]);
  const account = async () => {
    const owner = { type: "product", id: productId };
    const input = { productId, role: "product_operating", owner, currency: "EUR" };
    return String(documentOf(await host.call("account_create", keyed(input)))["accountId"]);
  };
  const [sourceAccountId, destinationAccountId] = [await account(), await account()];
  const funding = { destinationAccountId: sourceAccountId, amount: "500", currency: "EUR" };
  documentOf(await host.call("sandbox_account_funding_create", keyed(funding)));
  const transfer = { sourceAccountId, destinationAccountId, amount: "120", currency: "EUR" };
  const moved = documentOf(await host.call("transfer_create", keyed(transfer)));
  assert.equal(moved["status"], "posted");
}

for (const era of ERAS) {
  test(`address alone: a client of ${era} follows the challenge, its person consents -> money moved in the sandbox`, async () => {
    const host = await addressHost(server, era, newMemory());
    assert.equal(host.memory.sent.length, 1, "the host wants a browser");
    const catalog = expect(await founder.get("/catalog/scopes?limit=100"), 200).items();
    const ofAgents = catalog
      .filter(({ grantableTo }) => (grantableTo as string[]).includes("agent"))
      .map(({ scope }) => scope);
    assert.deepEqual(askedScopes(host.memory).toSorted(), ofAgents.toSorted());
    const open = await letIn(host, era, () => ({ toolForm: "full" }));
    await movesMoney(open);
    await open.close();
  });

  test(`step-up: a client of ${era} with few scopes calls what needs more -> asks its person for it, keeps what it had, and succeeds as the same agent`, async () => {
    const first = ["catalog:read", "products:read", "products:write"];
    const asked = await addressHost(server, era, newMemory());
    const host = await letIn(asked, era, () => ({ scopes: first, toolForm: "full" }));
    const made = documentOf(await host.call("product_create", keyed({ name: "Wallet" })));
    const productId = String(made["productId"]);
    const me = documentOf(await host.call("agent_member_current"));
    await assert.rejects(host.call("account_list", { productId }));
    const scopes = [...first, "accounts:read"];
    assert.deepEqual(askedScopes(host.memory).toSorted(), scopes.toSorted());
    const agentMemberId = String(me["agentMemberId"]);
    const more = await letIn(host, era, () => ({ scopes, agentMemberId, toolForm: "full" }));
    const page = documentOf(await more.call("account_list", { productId }));
    assert.deepEqual(page["items"], []);
    assert.equal(
      documentOf(await more.call("agent_member_current"))["agentMemberId"],
      agentMemberId,
    );
    await more.close();
  });
}

const GRANTED = ["catalog:read", "products:read"];
const LACKING = { name: "transfer_list", arguments: { productId: "prod_none" } };
const call = (params: object, id = 1) => ({ jsonrpc: "2.0", id, method: "tools/call", params });
const resource = { uri: "service://sandbox/transfers?productId=prod_none" };
const modern = (method: string, params: Record<string, unknown>, meta: object = {}) => {
  const { message, headers } = modernRequest(method, params);
  const sent = message["params"] as { _meta: object };
  return [{ ...message, params: { ...sent, _meta: { ...sent._meta, ...meta } } }, headers] as const;
};

/** Every form of a message that runs an operation, for one that the grant lacks the scope of. */
const FORMS: [string, readonly [message: unknown, headers?: Record<string, string>]][] = [
  ["a tool", [call(LACKING)]],
  ["a tool, of a client of 2026", modern("tools/call", LACKING)],
  ["a tool, with progress", [call({ ...LACKING, _meta: { progressToken: 1 } })]],
  ["a tool with progress, of 2026", modern("tools/call", LACKING, { progressToken: 1 })],
  ["a tool of the compact form", [call({ name: "operation_call", arguments: LACKING })]],
  [
    "by the id of the operation",
    [call({ name: "operation_call", arguments: { ...LACKING, name: "transfer.list" } })],
  ],
  ["arguments that fit nothing", [call({ name: "transfer_create", arguments: { colour: "red" } })]],
  ["no arguments", [call({ name: "transfer_create" })]],
  ["an environment that is none", [call({ ...LACKING, arguments: { environment: "moon" } })]],
  ["in live", [call({ ...LACKING, arguments: { environment: "live" } })]],
  ["a resource", [{ ...call(resource), method: "resources/read" }]],
  ["a resource, of a client of 2026", modern("resources/read", resource)],
  [
    "a batch",
    [[call({ name: "product_list" }), call(LACKING, 2)], { "mcp-protocol-version": "2025-03-26" }],
  ],
];

test("insufficient scope: every form of a message -> 403 with what was granted and what is needed, and nothing runs", async () => {
  const { access } = await letInAgent(server, founder, { scopes: GRANTED });
  const { origin } = new URL(server.baseUrl);
  for (const [form, [message, headers]] of FORMS) {
    const sent = await sendMessage(server, access, message, headers);
    assert.equal(sent.status, 403, `${form}: ${sent.text}`);
    const { details } = JSON.parse(sent.text).error;
    assert.match(details.nextStep, /let this agent in again .*`agent_member_current`/, form);
    assert.equal(sent.body.error?.code, "missing_required_scope", form);
    const line = sent.headers.get("www-authenticate") ?? "";
    const [, scope = "", says = ""] =
      /^Bearer error="insufficient_scope", resource_metadata="[^"]+", scope="([^"]+)", error_description="([^"]+)"$/.exec(
        line,
      ) ?? [];
    const needed = String(
      (sent.body.error as unknown as { details: { scope: string } }).details.scope,
    );
    assert.deepEqual(scope.split(" "), [...GRANTED, needed], `${form}: ${line}`);
    assert.match(needed, /^transfers:(read|write)$/);
    assert.ok(line.includes(`"${origin}/.well-known/oauth-protected-resource/v1/mcp"`), line);
    assert.ok(says.includes(needed), says);
  }
});

test("insufficient scope: what needs no more than was granted, or is no request of a tool -> no 403", async () => {
  const { access } = await letInAgent(server, founder, { scopes: GRANTED });
  const cases: [unknown, number][] = [
    [call({ name: "product_list", arguments: {} }), 200],
    [call({ name: "agent_member_current" }), 200],
    [call({ name: "operation_search", arguments: { query: "transfer" } }), 200],
    [call({ name: "operation_describe", arguments: { names: ["transfer_list"] } }), 200],
    [call({ name: "no_such_tool" }), 200],
    [call({ name: 5 }), 200],
    [{ jsonrpc: "2.0", method: "tools/call", params: LACKING }, 202],
    [{ ...call({ uri: "service://sandbox/nothing" }), method: "resources/read" }, 200],
    [{ ...call({ uri: "service://docs/contract" }), method: "resources/read" }, 200],
  ];
  for (const [message, status] of cases) {
    const sent = await sendMessage(server, access, message);
    assert.equal(sent.status, status, `${JSON.stringify(message)}: ${sent.text.slice(0, 200)}`);
    assert.equal(sent.headers.get("www-authenticate"), null);
  }
});

test("insufficient scope: a role that lacks the permission -> a result, because no scope would help", async () => {
  const viewer = await people.invited(founder, "viewer");
  const scopes = [...GRANTED, "products:write"];
  const { access } = await letInAgent(server, viewer, { scopes });
  const params = { name: "product_create", arguments: keyed({ name: "Wallet" }) };
  const { status, text } = await sendMessage(server, access, call(params));
  assert.equal(status, 200);
  assert.match(text, /missing_required_permission/);
});
