/** A founder's Products and keys over HTTP: made in a browser, used at once on every edge, rolled, disabled. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { letInAgent, mcpUrlOf } from "../support/agents.ts";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { type Browser, enrol, mailFor, openPeople, type People } from "../support/people.ts";
import { admin, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

/** The kernel spreads connections over two edges: so many reach both. */
const CONNECTIONS = 16;

let server: Server;
let people: People;
let founder: Browser;
let productId: string;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  founder = await people.founder();
  productId = expect(await founder.post("/products", { name: "Wallet" }), 201).id("productId");
});

after(async () => {
  people.close();
});

const keysPath = () => `/products/${productId}/api-keys`;

async function newKey(draft: Record<string, unknown> = {}): Promise<Reply> {
  const body = { name: "Checkout", scopes: ["customers:read"], ...draft };
  return expect(await founder.post(`${keysPath()}/sandbox`, body), 201);
}

/** One request with the key on each of many connections: every edge answers some of them. */
async function onAllEdges(apiKey: string, path = `/customers?productId=${productId}`) {
  const { contract } = people.client;
  const options = { connections: CONNECTIONS, contract };
  const client: Client = await openClient(server, { productId, apiKey }, options);
  const replies = await Promise.all(Array.from({ length: CONNECTIONS }, () => client.get(path)));
  client.close();
  return replies;
}

test("company keys: a key made in a browser -> works on both edges, is shown once, is listed", async () => {
  const made = await newKey();
  const key = String(made.at("key"));
  for (const reply of await onAllEdges(key)) expect(reply, 200);
  const [current] = await onAllEdges(key, "/api-keys/current");
  assert.deepEqual(current?.at("operationIds"), made.at("operationIds"));
  for (const reply of await onAllEdges(key, `/transfers?productId=${productId}`)) {
    expect(reply, "missing_required_scope");
  }
  const list = expect(await founder.get(keysPath()), 200);
  assert.ok(list.text.includes(made.id("apiKeyId")));
  assert.ok(!list.text.includes(key.slice(36)), "no list has the secret");
});

test("company's Products: listed for no environment, for each -> sandbox, and the one that is asked for", async () => {
  for (const [headers, shown] of [
    [{}, "sandbox"],
    [{ "x-service-environment": "sandbox" }, "sandbox"],
    [{ "x-service-environment": "live" }, "live"],
  ] as const) {
    const [product] = expect(await founder.get("/products", { headers }), 200).items();
    assert.equal(product?.["environment"], shown);
  }
});

test("company keys: limited to other addresses -> at once, on every edge, as a key that nobody has", async () => {
  const made = await newKey();
  const key = String(made.at("key"));
  for (const reply of await onAllEdges(key)) expect(reply, 200);
  const change = { allowedCidrs: ["198.51.100.0/24"] };
  const path = `${keysPath()}/${made.id("apiKeyId")}`;
  expect(await founder.send("PATCH", path, change), 200);
  for (const reply of await onAllEdges(key)) {
    expect(reply, "invalid_credentials");
    assert.equal(reply.status, 401);
  }
});

test("company keys: rolled with an overlap, then revoked -> both work, then only the new one", async () => {
  const made = await newKey();
  const path = `${keysPath()}/${made.id("apiKeyId")}`;
  const next = expect(await founder.post(`${path}/roll`, { overlapSeconds: 3_600 }), 200);
  for (const key of [made.at("key"), next.at("key")]) {
    for (const reply of await onAllEdges(String(key))) expect(reply, 200);
  }
  expect(await founder.post(`${path}/revoke`), 200);
  for (const reply of await onAllEdges(String(made.at("key")))) expect(reply, "key_revoked");
  for (const reply of await onAllEdges(String(next.at("key")))) expect(reply, 200);
});

test("company keys: their maker is removed -> the maker's own credentials end; the keys are listed, and end in one step on all edges", async () => {
  const member = await people.invited(founder, "developer");
  const scopes = ["customers:read"];
  const draft = { name: "of the member", scopes };
  const make = async (browser: Browser) =>
    expect(await browser.post(`${keysPath()}/sandbox`, draft), 201);
  const [first, second] = [await make(member), await make(member)];
  const own = await newKey();
  const tokenDraft = { name: "ci", scopes: ["products:read"] };
  const token = expect(await member.post("/personal-access-tokens", tokenDraft), 201).id("token");
  const agent = await letInAgent(server, member);
  const agentStatus = async () => {
    const headers = { authorization: `Bearer ${agent.access}`, accept: "application/json" };
    const response = await fetch(mcpUrlOf(server), { method: "POST", headers, body: "{}" });
    await response.body?.cancel();
    return response.status;
  };
  assert.notEqual(await agentStatus(), 401);
  const found = expect(await founder.get("/tenant/members?limit=100"), 200).items();
  const { memberId, userId } = found.find(({ email }) => email === member.email) ?? {};
  const listed = async (more: string) =>
    expect(await founder.get(`${keysPath()}?status=active&${more}`), 200).items();
  assert.deepEqual(await listed("createdByStatus=removed"), []);

  const removed = expect(await founder.post(`/tenant/members/${memberId}/remove`), 200);
  assert.equal(removed.at("apiKeysInForce"), 2);
  expect(await member.get("/users/me"), "session_revoked");
  const withToken = { headers: { cookie: "", authorization: `Bearer ${token}` } };
  expect(await member.get("/products", withToken), "session_revoked");
  assert.equal(await agentStatus(), 401);
  const grant = expect(await founder.get(`/agent-grants/${agent.agentGrantId}`), 200);
  assert.equal(grant.at("status"), "revoked");
  for (const reply of await onAllEdges(String(first.at("key")))) expect(reply, 200);
  const orphans = await listed("createdByStatus=removed");
  assert.deepEqual(
    orphans.map(({ apiKeyId, createdByUserId, createdByMember }) => ({
      ...{ apiKeyId, createdByUserId, createdByMember },
    })),
    [second, first].map((made) => ({
      apiKeyId: made.id("apiKeyId"),
      createdByUserId: userId,
      createdByMember: { memberId, status: "removed" },
    })),
  );

  const path = `/tenant/members/${memberId}/api-keys/revoke`;
  const stranger = await people.founder();
  expect(await stranger.post(path), "resource_not_found");
  const viewer = await people.invited(founder, "viewer");
  expect(await viewer.post(path), "missing_required_permission");
  for (const reply of await onAllEdges(String(first.at("key")))) expect(reply, 200);
  const ended = expect(await founder.post(path), 200);
  const ids = [first, second].map((made) => made.id("apiKeyId"));
  assert.deepEqual([ended.at("apiKeyIds"), ended.at("hasMore")], [ids, false]);
  for (const made of [first, second]) {
    for (const reply of await onAllEdges(String(made.at("key")))) expect(reply, "key_revoked");
  }
  for (const reply of await onAllEdges(String(own.at("key")))) expect(reply, 200);
  const query = "operation=tenant.member.api_key.revoke";
  const [entry] = expect(await founder.get(`/tenant/audit-events?${query}`), 200).items();
  assert.deepEqual(entry?.["resource"], { type: "member", id: memberId });
  assert.deepEqual(entry?.["after"], ended.body);
});

test("company keys: the Product disabled, enabled -> suspended on every edge, and back", async () => {
  const key = String((await newKey()).at("key"));
  expect(await founder.post(`/products/${productId}/disable`), 200);
  for (const reply of await onAllEdges(key)) expect(reply, "product_access_suspended");
  expect(await founder.post(`/products/${productId}/enable`), 200);
  for (const reply of await onAllEdges(key)) expect(reply, 200);
});

test("company keys: of live -> a second factor, then an activated Product; another company sees nothing", async () => {
  const draft = { name: "Live", scopes: ["customers:read"] };
  expect(await founder.post(`${keysPath()}/live`, draft), "mfa_verification_required");
  const secured = await people.founder("Secured");
  const product = expect(await secured.post("/products", { name: "P" }), 201).id("productId");
  const { secret } = await enrol(secured);
  // The mail that says so comes before that of the log-in, which is looked for next.
  await mailFor(server, secured.email, 1);
  await people.logIn(secured, { totpSecret: secret });
  const path = `/products/${product}/api-keys`;
  expect(await secured.post(`${path}/live`, draft), "product_activation_required");
  await admin(server, "product set", { product, live: "true" });
  const live = expect(await secured.post(`${path}/live`, draft), 201);
  const headers = { authorization: `Bearer ${live.at("key")}`, "x-service-environment": "live" };
  expect(await people.client.get(`/customers?productId=${product}`, { headers }), 200);
  expect(await founder.get(path), "resource_not_found");
  expect(await founder.post(`/products/${product}/disable`), "resource_not_found");
});
