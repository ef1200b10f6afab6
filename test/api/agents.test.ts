/**
 * Agents over HTTP: let in by a person over the device flow, at work at /mcp within what they were granted,
 * narrowed and shut out. Their tokens are taken nowhere else, and nobody else's are taken there.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type Granting, type LetIn, letInAgent, mcpUrlOf } from "../support/agents.ts";
import { expect } from "../support/client.ts";
import {
  codeOf,
  documentOf,
  type Host,
  keyed,
  MODERN,
  openHost,
  refusalOf,
} from "../support/mcp.ts";
import { openProgram, type Program, refusedAs } from "../support/oauth.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import { admin, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

let server: Server;
let people: People;
let founder: Browser;
let program: Program;
const hosts: Host[] = [];

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  founder = await people.founder();
  program = openProgram(server);
});

after(async () => {
  for (const host of hosts) await host.close();
  program.close();
  people.close();
});

/** An agent that the person has let in, at its host. */
async function atWork(
  granting: Granting = {},
  person = founder,
): Promise<LetIn & { host: Host; call: Host["call"] }> {
  const agent = await letInAgent(server, person, granting);
  const host = await openHost(server, agent.access, MODERN);
  hosts.push(host);
  return { ...agent, host, call: (name, given) => host.call(name, given) };
}

async function newProduct(browser = founder): Promise<string> {
  return expect(await browser.post("/products", { name: "Wallet" }), 201).id("productId");
}

/** The status of one request with the token; on new connections, so on any edge. */
async function statusWith(access: string): Promise<number> {
  const { status, body } = await fetch(mcpUrlOf(server), {
    method: "POST",
    headers: {
      authorization: `Bearer ${access}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      connection: "close",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  await body?.cancel();
  return status;
}

/** The statuses of some requests at a time, which meet both edges. */
async function statusesWith(access: string): Promise<Set<number>> {
  return new Set(await Promise.all(Array.from({ length: 8 }, () => statusWith(access))));
}

test("agent: let in -> a grant, an agent with its name, and a token that is taken at /mcp alone", async () => {
  const agent = await letInAgent(server, founder, { scopes: ["products:read"] });
  const grant = expect(await founder.get(`/agent-grants/${agent.agentGrantId}`), 200).body;
  assert.deepEqual(
    [grant["status"], grant["scopes"], grant["audience"], grant["productIds"]],
    ["active", ["products:read"], mcpUrlOf(server), []],
  );
  const member = expect(await founder.get(`/agent-members/${agent.agentMemberId}`), 200).body;
  assert.deepEqual([member["name"], member["companyWide"]], ["Tester", false]);
  assert.deepEqual(await statusesWith(agent.access), new Set([200]));
  const headers = { authorization: `Bearer ${agent.access}`, cookie: "" };
  const refused = await people.client.get("/products", { headers });
  assert.equal(refused.status, 401, refused.text);
  assert.match(refused.text, /taken at \/v1\/mcp only/);
  const login = await program.logIn(founder);
  assert.deepEqual(await statusesWith(login.access), new Set([401]));
});

test("reach: nothing named -> a Product that it makes itself, and no other; the refusal says what to do next", async () => {
  const other = await newProduct();
  const agent = await atWork();
  const own = documentOf(await agent.call("product_create", keyed({ name: "Own" })));
  const seen = documentOf(await agent.call("product_list"))["items"] as { productId: string }[];
  assert.deepEqual(
    seen.map(({ productId }) => productId),
    [own["productId"]],
  );
  const refused = await agent.call("product_retrieve", { productId: other });
  assert.equal(codeOf(refused), "unauthorized");
  const { details } = refusalOf(refused).error;
  assert.equal(details["productId"], other);
  assert.match(String(details["nextStep"]), /page Agents of the console/);
  for (const [name, given] of [
    ["account_list", { productId: other }],
    ["product_update", keyed({ productId: other, name: "Mine" })],
    ["api_key_list", { productId: other }],
  ] as const) {
    assert.equal(codeOf(await agent.call(name, given)), "unauthorized", name);
  }
  const strangers = await newProduct(await people.founder("Babbage"));
  const unknown = await agent.call("product_retrieve", { productId: strangers });
  assert.equal(codeOf(unknown), "resource_not_found");
});

test("live: an agent in the sandbox asks for keys by tool and by resource, REST and GraphQL -> none of live", async () => {
  const product = await newProduct();
  await admin(server, "product set", { product, live: "true" });
  const made = await admin(server, "key create", { product, environment: "live" });
  const live = String(made["apiKeyId"]);
  const own = String((await admin(server, "key create", { product }))["apiKeyId"]);
  const keysOf = `/products/${product}/api-keys`;
  assert.equal(expect(await founder.get(keysOf), 200).items().length, 2);
  const agent = await atWork({ scopes: ["keys:read"], productIds: [product] });
  const listed = documentOf(await agent.call("api_key_list", { productId: product }));
  const ids = (listed["items"] as { apiKeyId: string }[]).map(({ apiKeyId }) => apiKeyId);
  assert.deepEqual(ids, [own]);
  const asked = documentOf(
    await agent.call("api_key_list", { productId: product, environment: "live" }),
  );
  assert.deepEqual(asked["items"], []);
  const one = (apiKeyId: string) =>
    agent.call("api_key_retrieve", { productId: product, apiKeyId });
  documentOf(await one(own));
  assert.equal(codeOf(await one(live)), "resource_not_found");
  const { contents } = await agent.host.client.readResource({ uri: `service://sandbox${keysOf}` });
  assert.ok(JSON.stringify(contents).includes(own) && !JSON.stringify(contents).includes(live));
  const inLive = { productId: product, callEnvironment: "live", idempotencyKey: randomUUID() };
  assert.equal(codeOf(await agent.call("api_key_list", inLive)), "agent_approval_required");
  const headers = { authorization: `Bearer ${agent.access}`, cookie: "" };
  const query = `{ apiKeyList(productId: "${product}") { items { apiKeyId } } }`;
  expect(await people.client.get(keysOf, { headers }), "invalid_credentials");
  const asGraph = await fetch(`${server.baseUrl}/graphql`, {
    method: "POST",
    headers: { authorization: headers.authorization, "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  assert.equal(asGraph.status, 401, await asGraph.text());
});

test("reach: a Product by name, or the whole company -> the one; all of the sandbox", async () => {
  const [first, second] = [await newProduct(), await newProduct()];
  const named = await atWork({ productIds: [first] });
  documentOf(await named.call("product_retrieve", { productId: first }));
  assert.equal(codeOf(await named.call("product_retrieve", { productId: second })), "unauthorized");
  const productIds = [first, second];
  const change = { productIds };
  expect(await founder.send("PATCH", `/agent-grants/${named.agentGrantId}`, change), 200);
  documentOf(await named.call("product_retrieve", { productId: second }));
  const wide = await atWork({ companyWide: true });
  documentOf(await wide.call("product_retrieve", { productId: second }));
  const narrowed = { companyWide: false };
  expect(await founder.send("PATCH", `/agent-members/${wide.agentMemberId}`, narrowed), 200);
  assert.equal(codeOf(await wide.call("product_retrieve", { productId: second })), "unauthorized");
});

test("grant: narrowed -> the next request lacks the scope; the tokens that follow have the rest", async () => {
  const agent = await atWork({ scopes: ["products:read", "products:write"] });
  documentOf(await agent.call("product_create", keyed({ name: "One" })));
  const change = { scopes: ["products:read"] };
  expect(await founder.send("PATCH", `/agent-grants/${agent.agentGrantId}`, change), 200);
  await assert.rejects(agent.call("product_create", keyed({ name: "Two" })), {
    requiredScope: "products:read products:write",
  });
  const form = { grant_type: "refresh_token", client_id: "test-agent" };
  const { body } = await program.post("/oauth/token", { ...form, refresh_token: agent.refresh });
  assert.equal(body["scope"], "products:read");
});

/** Ways in which a person shuts an agent out, and what the grant is then. */
const ENDS: [what: string, end: (agent: LetIn) => Promise<unknown>][] = [
  ["the grant revoked", ({ agentGrantId }) => founder.post(`/agent-grants/${agentGrantId}/revoke`)],
  [
    "the agent revoked",
    ({ agentMemberId }) => founder.post(`/agent-members/${agentMemberId}/revoke`),
  ],
  [
    "its session revoked",
    async ({ agentGrantId }) => {
      const sessions = expect(await founder.get("/sessions"), 200).items();
      const own = sessions.find((session) => session["agentGrantId"] === agentGrantId);
      return await founder.post(`/sessions/${own?.["sessionId"]}/revoke`);
    },
  ],
  [
    "a refresh token used twice",
    async ({ refresh }) => {
      const form = { grant_type: "refresh_token", client_id: "test-agent", refresh_token: refresh };
      await program.post("/oauth/token", form);
      refusedAs(await program.post("/oauth/token", form), "invalid_grant");
    },
  ],
  ["a token given back", ({ refresh }) => program.post("/oauth/revoke", { token: refresh })],
];
for (const [what, end] of ENDS) {
  test(`end: ${what} -> on every edge its token is taken no more, and its grant is revoked`, async () => {
    const agent = await letInAgent(server, founder);
    assert.deepEqual(await statusesWith(agent.access), new Set([200]));
    await end(agent);
    assert.deepEqual(await statusesWith(agent.access), new Set([401]));
    const grant = expect(await founder.get(`/agent-grants/${agent.agentGrantId}`), 200).body;
    assert.equal(grant["status"], "revoked");
  });
}

test("person: another role, then no member -> the agent may no more than its person, then nothing", async () => {
  const developer = await people.invited(founder, "developer");
  const agent = await atWork({}, developer);
  documentOf(await agent.call("product_create", keyed({ name: "One" })));
  const members = expect(await founder.get("/tenant/members?role=developer"), 200).items();
  const memberId = String(members[0]?.["memberId"]);
  const viewer = { role: "viewer" };
  expect(await founder.send("PATCH", `/tenant/members/${memberId}`, viewer), 200);
  const refused = await agent.call("product_create", keyed({ name: "Two" }));
  assert.equal(codeOf(refused), "missing_required_permission");
  expect(await founder.post(`/tenant/members/${memberId}/remove`), 200);
  assert.deepEqual(await statusesWith(agent.access), new Set([401]));
  const grant = expect(await founder.get(`/agent-grants/${agent.agentGrantId}`), 200).body;
  assert.equal(grant["status"], "revoked");
});

test("events: a grant that names a Product -> its Product hears of it in both environments", async () => {
  const productId = await newProduct();
  const agent = await letInAgent(server, founder, { productIds: [productId] });
  expect(await founder.post(`/agent-grants/${agent.agentGrantId}/revoke`), 200);
  const path = `/events?productId=${productId}&resourceId=${agent.agentGrantId}`;
  const events = expect(await founder.get(path), 200).items();
  assert.deepEqual(
    events.map(({ type }) => type),
    ["agent_grant.revoked", "agent_grant.created"],
  );
});

test("company: agents of another company -> not found, whoever asks", async () => {
  const stranger = await people.founder("Babbage");
  const agent = await letInAgent(server, founder);
  for (const path of [
    `/agent-grants/${agent.agentGrantId}`,
    `/agent-members/${agent.agentMemberId}`,
  ]) {
    assert.equal((await stranger.get(path)).status, 404, path);
    assert.equal((await stranger.post(`${path}/revoke`)).status, 404, path);
  }
  assert.deepEqual(await statusesWith(agent.access), new Set([200]));
});
