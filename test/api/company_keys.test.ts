/** A founder's Products and keys over HTTP: made in a browser, used at once on every edge, rolled, disabled. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
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
