/**
 * Tokens and sessions of people over HTTP, and the operator's commands on people, on a real server with
 * two edges: who sees what, and that a revocation holds everywhere and for ever.
 * A server of its own: it writes each last use within a second, and is restarted.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { exampleId } from "../../src/contract/document/example.ts";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { admin, killServer, type Server, startServer, stopServer } from "../support/server.ts";

/** The kernel spreads connections over two edges: so many reach both. */
const CONNECTIONS = 16;
const FLAGS = ["--edges", "2", "--last-use-seconds", "1"];
const TOKENS = "/personal-access-tokens";

let server: Server;
let demo: { founder: { email: string; password: string; personalAccessToken: string } };

before(async () => {
  server = await startServer(FLAGS);
  demo = JSON.parse(readFileSync(join(server.dataDir, "demo.json"), "utf8"));
});

after(async () => {
  assert.equal((await stopServer(server)).code, 0);
});

/** A client with a person's token. */
function withToken(apiKey: string, connections = 1): Promise<Client> {
  return openClient(server, { productId: "", apiKey }, { connections });
}

type Person = { userId: string; tenantId: string; token: string; tokenId: string };

/** A company with its first owner, and a token of the owner. */
async function newOwner(email: string): Promise<Person> {
  const flags = { name: "Acme", email, "display-name": "Ada" };
  const { userId, tenantId } = await admin(server, "company create", flags);
  return await newToken({ userId: String(userId), tenantId: String(tenantId) });
}

async function newToken(of: { userId: string; tenantId: string }): Promise<Person> {
  const made = await admin(server, "token create", { user: of.userId, tenant: of.tenantId });
  const { token, personalAccessTokenId } = made;
  return { ...of, token: String(token), tokenId: String(personalAccessTokenId) };
}

/** Sends one request on each of many connections, all at once: every edge answers some of them. */
async function onAllEdges(token: string, path: string): Promise<Reply[]> {
  const all = await withToken(token, CONNECTIONS);
  const replies = await Promise.all(Array.from({ length: CONNECTIONS }, () => all.get(path)));
  all.close();
  return replies;
}

async function assertRevoked(token: string, revokedAt: unknown): Promise<void> {
  for (const reply of await onAllEdges(token, TOKENS)) {
    expect(reply, "session_revoked");
    assert.deepEqual([reply.status, reply.details["revokedAt"]], [401, revokedAt]);
  }
}

test("demo: the founder's token -> lists itself, and no session; its text in no answer", async () => {
  const { personalAccessToken, email, password } = demo.founder;
  const founder = await withToken(personalAccessToken);
  const list = expect(await founder.get(TOKENS), 200);
  assert.deepEqual(
    list.items().map(({ name, status }) => [name, status]),
    [["demo", "active"]],
  );
  assert.ok(!list.text.includes(personalAccessToken));
  const { userId } = list.items()[0] as { userId: string };
  const users = (await admin(server, "user list", { email })) as unknown as { userId: string }[];
  assert.deepEqual([users.map((user) => user.userId), password.length > 30], [[userId], true]);
  assert.deepEqual(expect(await founder.get("/sessions"), 200).items(), []);
  founder.close();
});

test("a browser session's operations: with a token -> session_required, with a Product key too", async () => {
  for (const apiKey of [demo.founder.personalAccessToken, server.demo.apiKey]) {
    const client = await withToken(apiKey);
    const refused = expect(await client.get("/sessions/current"), "session_required");
    const sent = apiKey === server.demo.apiKey ? "product_key" : "token";
    assert.equal(refused.at("error.details.sent"), sent);
    expect(await client.post("/sessions/current/logout"), "session_required");
    expect(await client.post(TOKENS, { name: "n", scopes: [] }), "session_required");
    client.close();
  }
  const key = await withToken(server.demo.apiKey);
  expect(await key.get(TOKENS), "session_required");
  key.close();
});

test("tokens of two people: each lists the own; the other's id -> as an unknown one", async () => {
  const [mine, theirs] = [await newOwner("ada@example.com"), await newOwner("bob@example.com")];
  const client = await withToken(mine.token);
  const seen = expect(await client.get(`${TOKENS}/${mine.tokenId}`), 200);
  assert.equal(seen.at("userId"), mine.userId);
  const unknown = exampleId("pat", 9);
  const told = (reply: Reply, id: string) =>
    [reply.status, reply.text.replaceAll(id, "ID").replace(/"requestId":"[^"]*"/, "")].join(" ");
  for (const send of [
    (id: string) => client.get(`${TOKENS}/${id}`),
    (id: string) => client.post(`${TOKENS}/${id}/revoke`),
  ]) {
    const foreign = expect(await send(theirs.tokenId), "resource_not_found");
    const none = expect(await send(unknown), "resource_not_found");
    assert.equal(told(foreign, theirs.tokenId), told(none, unknown));
  }
  for (const reply of await onAllEdges(theirs.token, TOKENS)) expect(reply, 200);
  client.close();
});

test("token revoke: by itself and through the operator's socket -> on both edges at once", async () => {
  const first = await newOwner("cleo@example.com");
  const second = await newToken(first);
  for (const { token } of [first, second]) {
    for (const reply of await onAllEdges(token, TOKENS)) expect(reply, 200);
  }
  const { revokedAt } = await admin(server, "token revoke", { token: second.tokenId });
  await assertRevoked(second.token, revokedAt);
  const client = await withToken(first.token);
  const own = expect(await client.post(`${TOKENS}/${first.tokenId}/revoke`), 200);
  client.close();
  await assertRevoked(first.token, own.at("revokedAt"));
  const { userId } = first;
  const listed = (await admin(server, "token list", { user: userId })) as unknown as object[];
  assert.equal(listed.length, 2);
});

test("last use: a token in use -> shown once the edges have reported it, and after kill -9", async () => {
  const { token, tokenId } = await newOwner("dora@example.com");
  const client = await withToken(token);
  let shown: unknown;
  while (shown === undefined) {
    shown = expect(await client.get(`${TOKENS}/${tokenId}`), 200).at("lastUsedAt");
  }
  client.close();
  const before = Date.parse(String(shown));
  assert.ok(before <= Date.now(), String(shown));
  await killServer(server);
  server = await startServer(FLAGS, server.dataDir);
  const again = await withToken(token);
  const then = expect(await again.get(`${TOKENS}/${tokenId}`), 200).at("lastUsedAt");
  assert.ok(Date.parse(String(then)) >= before, `${then} is not before ${shown}`);
  again.close();
});

test("last use: a server that is stopped before the report is due -> reported by then", async () => {
  const { userId, token, tokenId } = await newOwner("erin@example.com");
  await stopServer(server);
  server = await startServer(["--edges", "2", "--last-use-seconds", "3600"], server.dataDir);
  for (const reply of await onAllEdges(token, TOKENS)) expect(reply, 200);
  await stopServer(server);
  server = await startServer(FLAGS, server.dataDir);
  const list = (await admin(server, "token list", { user: userId })) as unknown;
  const [listed] = list as { personalAccessTokenId: string; lastUsedAt?: string }[];
  assert.equal(listed?.personalAccessTokenId, tokenId);
  assert.match(String(listed?.lastUsedAt), /^\d{4}-/);
});

test("a revoked token: after a restart, and after kill -9 -> still revoked, since the same moment", async () => {
  const owner = await newOwner("finn@example.com");
  const { revokedAt } = await admin(server, "token revoke", { token: owner.tokenId });
  await stopServer(server);
  server = await startServer(FLAGS, server.dataDir);
  await assertRevoked(owner.token, revokedAt);
  const other = await newToken(owner);
  const again = await admin(server, "token revoke", { token: other.tokenId });
  await killServer(server);
  server = await startServer(FLAGS, server.dataDir);
  await assertRevoked(owner.token, revokedAt);
  await assertRevoked(other.token, again["revokedAt"]);
});
