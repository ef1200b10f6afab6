/**
 * Which keys are let in: wrong, revoked, expired, of the other environment; scopes and Products.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { crc32 } from "node:zlib";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { keyOfAnotherServer } from "../support/foreign_key.ts";
import { draft, newAccount } from "../support/parties.ts";
import { admin, type Credentials, newCredentials, type Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";

/** The kernel spreads connections over two edges: so many reach both. */
const CONNECTIONS = 16;

let server: Server;
let mine: Credentials;
let client: Client;

before(async () => {
  server = await sharedServer();
  mine = await newCredentials(server);
  client = await openClient(server, mine);
});

after(() => client.close());

function listPath(productId = mine.productId): string {
  return `/customers?productId=${productId}`;
}

/** Sends one request on each of many connections, all at once: every edge answers some of them. */
async function onAllEdges(credentials: Credentials, path: string): Promise<Reply[]> {
  const { contract } = client;
  const all = await openClient(server, credentials, { connections: CONNECTIONS, contract });
  const replies = await Promise.all(Array.from({ length: CONNECTIONS }, () => all.get(path)));
  all.close();
  return replies;
}

test("invalid_credentials: every kind of wrong text -> one code, no secret; texts that could be keys alike", async () => {
  const { apiKey } = mine;
  const at = apiKey.length - 10;
  const digit = apiKey[at] === "A" ? "B" : "A";
  const wrong = [
    "",
    "Bearer",
    "Bearer ",
    apiKey,
    `Basic ${apiKey}`,
    `Bearer ${apiKey}x`,
    `Bearer ${apiKey.slice(0, -1)}`,
    `Bearer ${apiKey.slice(0, at)}${digit}${apiKey.slice(at + 1)}`,
    `Bearer ${apiKey.toUpperCase()}`,
    `Bearer ${apiKey.replace("_test_", "_live_")}`,
    `Bearer ${"A".repeat(apiKey.length)}`,
    `Bearer ${"A".repeat(4_000)}`,
    `Bearer ${apiKey} ${apiKey}`,
    `Bearer ${apiKey},`,
    "Bearer ' OR 1=1 --",
    "Bearer __proto__",
  ];
  const stranger = keyOfAnotherServer();
  const [identity, secret] = [apiKey.slice(0, 36), apiKey.slice(36)];
  const couldBeKeys = [
    stranger,
    checked(identity + stranger.slice(36, 79)),
    checked(stranger.slice(0, 36) + secret.slice(0, 43)),
  ];
  const origin = new URL(server.baseUrl).origin;
  const challengeOf = (isSent: boolean) =>
    `Bearer ${isSent ? 'error="invalid_token", ' : ""}resource_metadata="${origin}/.well-known/oauth-protected-resource/v1", scope="customers:read"`;
  const bodies = new Set<string>();
  for (const authorization of [...wrong, ...couldBeKeys.map((text) => `Bearer ${text}`)]) {
    const reply = await client.get(listPath(), { headers: { authorization } });
    assert.equal(reply.status, 401, `"${authorization}": ${reply.text}`);
    assert.equal(reply.headers["www-authenticate"], challengeOf(authorization !== ""));
    expect(reply, "invalid_credentials");
    assert.ok(!reply.text.includes(apiKey.slice(20, 30)), reply.text);
    assert.deepEqual(Object.keys(reply.details).sort(), ["docUrl", "operation"]);
    if (!wrong.includes(authorization)) bodies.add(reply.text.replace(/"requestId":"[^"]*"/, ""));
  }
  assert.equal(bodies.size, 1, [...bodies].join("\n"));
  for (const authorization of [`bearer ${apiKey}`, `BEARER   ${apiKey}`]) {
    expect(await client.get(listPath(), { headers: { authorization } }), 200);
  }
});

/** The text with the check that every key ends with: CRC-32 in 6 digits of base 62, the least first. */
function checked(unchecked: string): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let rest = crc32(unchecked);
  let check = "";
  for (let at = 0; at < 6; at++) {
    check = digits[rest % 62] + check;
    rest = Math.floor(rest / 62);
  }
  return unchecked + check;
}

test("key revoke: a key in use on both edges -> key_revoked with the time, at once, everywhere", async () => {
  const doomed = await newCredentials(server, ofProduct(mine));
  for (const reply of await onAllEdges(doomed, listPath())) expect(reply, 200);
  const revokedAt = await revoke(doomed);
  for (const reply of await onAllEdges(doomed, listPath())) {
    expect(reply, "key_revoked");
    assert.equal(reply.status, 401);
    assert.equal(reply.details["revokedAt"], revokedAt);
  }
  const wrong = { ...doomed, apiKey: `${doomed.apiKey.slice(0, -1)}_` };
  for (const reply of await onAllEdges(wrong, listPath())) expect(reply, "invalid_credentials");
  for (const reply of await onAllEdges(mine, listPath())) expect(reply, 200);
});

async function revoke({ apiKeyId }: Credentials): Promise<string> {
  const { revokedAt } = await admin(server, "key revoke", { key: apiKeyId });
  return String(revokedAt);
}

test("key create: an expiry that has come -> key_revoked; one ahead -> works and says when", async () => {
  const expired = await newCredentials(server, {
    ...ofProduct(mine),
    expires: "2020-01-01T00:00:00Z",
  });
  const [reply] = await onAllEdges(expired, listPath());
  expect(reply as Reply, "key_revoked");
  assert.equal(reply?.details["revokedAt"], "2020-01-01T00:00:00.000Z");
  const lasting = await newCredentials(server, {
    ...ofProduct(mine),
    expires: "2099-01-01T00:00:00Z",
  });
  const [current] = await onAllEdges(lasting, "/api-keys/current");
  assert.equal(current?.at("expiresAt"), "2099-01-01T00:00:00.000Z");
  assert.ok(!current?.text.includes(lasting.apiKey.slice(-20)), "no answer shows a secret");
});

function ofProduct({ tenantId, productId }: Credentials) {
  return { tenantId, productId };
}

test("environment: the header and the key disagree -> refused with the key's own; a third -> 400", async () => {
  const live = await newCredentials(server, { live: "true", environment: "live" });
  const wrongs: [Credentials, string | undefined, string][] = [
    [mine, "live", "sandbox"],
    [live, "sandbox", "live"],
    [live, undefined, "live"],
  ];
  for (const [credentials, header, keyEnvironment] of wrongs) {
    const { environment: _, ...plain } = credentials;
    const other = await openClient(server, plain, client);
    const headers = header === undefined ? {} : { "x-service-environment": header };
    const reply = await other.get(listPath(credentials.productId), { headers });
    expect(reply, "invalid_credentials");
    assert.equal(reply.details["keyEnvironment"], keyEnvironment);
    other.close();
  }
  const liveClient = await openClient(server, live, client);
  const list = await liveClient.get(listPath(live.productId));
  assert.deepEqual(expect(list, 200).items(), []);
  const third = await client.get(listPath(), { headers: { "x-service-environment": "Live" } });
  expect(third, "invalid_request");
  expect(await client.get(listPath(), { headers: { "x-service-environment": "sandbox" } }), 200);
  const funding = { destinationAccountId: "acct_0", amount: "1", currency: "EUR" };
  const reply = await liveClient.post("/sandbox/account-funding", funding);
  expect(reply, "operation_environment_invalid");
  liveClient.close();
});

test("environment: sandbox ids asked for with the live key of the same Product -> 404", async () => {
  const sandbox = await newCredentials(server, { live: "true" });
  const live = await newCredentials(server, { ...ofProduct(sandbox), environment: "live" });
  const [inSandbox, inLive] = await Promise.all(
    [sandbox, live].map((credentials) => openClient(server, credentials, client)),
  );
  assert.ok(inSandbox !== undefined && inLive !== undefined);
  const account = await newAccount(inSandbox, { fund: "5" });
  expect(await inLive.get(`/accounts/${account}`), "account_not_found");
  expect(await inLive.get(`/accounts/${account}/balance`), "account_not_found");
  expect(await inLive.post("/transfers", draft(account, account.slice(0, -1), "1")), 404);
  assert.deepEqual((await inLive.get(`/accounts?productId=${live.productId}`)).items(), []);
  inSandbox.close();
  inLive.close();
});

test("scope: a key with one of them -> that one works, the rest is refused by name", async () => {
  const narrow = await newCredentials(server, { ...ofProduct(mine), scopes: "customers:read" });
  const other = await openClient(server, narrow, client);
  expect(await other.get(listPath()), 200);
  expect(await other.get("/api-keys/current"), 200);
  const refused: [Reply, string][] = [
    [await other.get(`/accounts?productId=${mine.productId}`), "accounts:read"],
    [await other.post("/transfers", draft("acct_0", "acct_1", "1")), "transfers:write"],
    [await other.get("/accounts/acct_0/balance"), "balances:read"],
  ];
  for (const [reply, scope] of refused) {
    expect(reply, "missing_required_scope");
    assert.equal(reply.status, 403);
    assert.equal(reply.details["scope"], scope);
  }
  other.close();
  await assert.rejects(newCredentials(server, { ...ofProduct(mine), scopes: "everything" }));
});

test("product set: disabled, active, closed -> suspended at once on all edges, and back", async () => {
  const own = await newCredentials(server);
  const set = (status: string) => admin(server, "product set", { product: own.productId, status });
  for (const status of ["disabled", "closed"]) {
    await set(status);
    for (const reply of await onAllEdges(own, listPath(own.productId))) {
      expect(reply, "product_access_suspended");
      assert.equal(reply.status, 403);
      assert.equal(reply.details["status"], status);
    }
    if (status === "closed") break;
    await set("active");
    for (const reply of await onAllEdges(own, listPath(own.productId))) expect(reply, 200);
  }
});

test("live: not activated, activated -> product_activation_required, then it works", async () => {
  const live = await newCredentials(server, { environment: "live" });
  const path = listPath(live.productId);
  for (const reply of await onAllEdges(live, path)) expect(reply, "product_activation_required");
  await admin(server, "product set", { product: live.productId, live: "true" });
  for (const reply of await onAllEdges(live, path)) expect(reply, 200);
});

/** Ids of callers: of tracing systems, in base64, and every visible character. */
const OWN_IDS: readonly string[] = [
  randomUUID(),
  "Root=1-67891233-abcdef012345678912345678",
  "Root=1-67891233-abcdef012345678912345678;Parent=53995c3f42cd8ad8;Sampled=1",
  "aGVsbG8+d29ybGQ/Zm9v==",
  "//example.com/a",
  "<script>alert(1)</script>",
  "x",
  "x".repeat(128),
  String.fromCharCode(...Array.from({ length: 94 }, (_, at) => 0x21 + at)),
];

test("request id: visible ASCII of 1 to 128 -> comes back in header, envelope, problem and log", async () => {
  const { contract } = client;
  const reader = await openClient(server, mine, { contract });
  for (const own of OWN_IDS) {
    const headers = { "x-request-id": own };
    const reply = await reader.get(listPath(), { headers });
    assert.equal(reply.headers["x-request-id"], own);
    const refused = await reader.get("/accounts/acct_0", { headers });
    assert.equal(refused.at("requestId"), own);
    const accept = "application/problem+json";
    const problem = await reader.get("/accounts/acct_0", { headers: { ...headers, accept } });
    assert.equal(problem.at("requestId"), own);
    assert.equal(decodeURIComponent(String(problem.at("instance"))), own);
    const { host } = new URL(String(problem.at("instance")), "https://money.example/");
    assert.equal(host, "money.example", "the id names no other host");
    const made = expect(await reader.post("/sandbox/clock/advance", {}, { headers }), 400);
    assert.equal(made.at("requestId"), own);
    const entity = { kind: "person", displayName: "Ada", country: "GB" };
    const body = { productId: reader.productId, test: true, entity };
    const written = expect(await reader.post("/customers", body, { headers }), 201);
    const operation = written.headers["service-operation-id"];
    assert.equal((await reader.get(`/operations/${operation}`)).at("requestId"), own);
    const logs = await reader.get(`/developer-logs?requestId=${encodeURIComponent(own)}`);
    assert.equal(expect(logs, 200).items().length, 5, own);
  }
  reader.close();
});

test("request id: other characters, too long, an API key in it -> replaced by a fresh one", async () => {
  const key = mine.apiKey;
  for (const bad of ["a b", "a\tb", "ü", "x".repeat(129), key, `id=${key};x`]) {
    const other = await client.get(listPath(), { headers: { "x-request-id": bad } });
    assert.match(String(other.headers["x-request-id"]), /^req_[A-Za-z0-9]+$/);
  }
});
