/**
 * The OAuth server over HTTP, with a real server on two edges: a program is let in, refreshes its tokens,
 * makes keys, and ends, in every order and all at once; and what a restart and a crash keep.
 * A server of its own: it is killed, and all that it writes is searched.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { openProgram, type Program, refusedAs, tokensIn } from "../support/oauth.ts";
import { openPeople, type People } from "../support/people.ts";
import { admin, killServer, type Server, startServer, stopServer } from "../support/server.ts";

/** The kernel spreads connections over two edges: so many reach both. */
const CONNECTIONS = 16;
const FLAGS = ["--shards", "1", "--edges", "2", "--log-level", "trace"];
let server: Server;
let people: People;
let program: Program;
/** Every secret that was handed out. */
const secrets: string[] = [];
const outputs: string[] = [];

async function open(): Promise<void> {
  people = await openPeople(server);
  program = openProgram(server, CONNECTIONS);
}

function close(): void {
  people.close();
  program.close();
}

before(async () => {
  server = await startServer(FLAGS);
  await open();
});
after(() => {
  close();
  server.child.kill("SIGKILL");
});

/** Sends one request on each of many connections: every edge answers some of them. */
async function onAllEdges(text: string, path: string): Promise<Reply[]> {
  const options = { connections: CONNECTIONS, contract: people.client.contract };
  const all: Client = await openClient(server, { productId: "", apiKey: text }, options);
  const replies = await Promise.all(Array.from({ length: CONNECTIONS }, () => all.get(path)));
  all.close();
  return replies;
}

async function assertOnAllEdges(text: string, path: string, outcome: Parameters<typeof expect>[1]) {
  for (const reply of await onAllEdges(text, path)) expect(reply, outcome);
}

test("login: let in, listed, a key made with a scope of the role, given back -> tokens and key end everywhere", async () => {
  const ada = await people.founder();
  const { deviceCode, userCode, body } = await program.ask({ scope: "products:read keys:write" });
  assert.equal(
    body["verification_uri_complete"],
    `${body["verification_uri"]}?user_code=${userCode}`,
  );
  const seen = await program.look(ada, userCode.toLowerCase());
  const { name } = seen.body["company"] as { name: string };
  assert.deepEqual([seen.body["status"], name], ["pending", "Acme"]);
  expect(await ada.post(`/oauth/device/${userCode}/approve`, {}), 200);
  const answered = await program.poll(deviceCode);
  assert.deepEqual(
    [answered.body["token_type"], answered.body["expires_in"], answered.body["scope"]],
    ["Bearer", 600, "products:read keys:write"],
  );
  assert.equal(answered.headers["cache-control"], "no-store");
  const first = tokensIn(answered);
  refusedAs(await program.poll(deviceCode), "invalid_grant");
  await assertOnAllEdges(first.access, "/products", 200);
  const second = tokensIn(await program.refresh(first.refresh));
  await assertOnAllEdges(second.access, "/products", 200);
  await assertOnAllEdges(first.access, "/products", 200);
  const [login] = expect(await ada.get("/sessions"), 200).items();
  assert.deepEqual(
    [login?.["kind"], login?.["clientId"], login?.["scopes"], login?.["status"]],
    ["cli", "service-cli", ["products:read", "keys:write"], "active"],
  );
  const productId = expect(await ada.post("/products", { name: "Wallet" }), 201).id("productId");
  const token = { headers: { authorization: `Bearer ${second.access}`, cookie: "" } };
  const draft = { name: "cli", scopes: ["accounts:read", "transfers:write"] };
  const key = expect(await ada.post(`/products/${productId}/api-keys/sandbox`, draft, token), 201);
  assert.deepEqual([key.at("origin"), key.at("boundGrantId")], ["cli", login?.["sessionId"]]);
  // A key ends with its login, and says when that is at the latest, wherever it is shown.
  const path = `/products/${productId}/api-keys`;
  const [listed] = expect(await ada.get(path), 200).items();
  const retrieved = expect(await ada.get(`${path}/${key.id("apiKeyId")}`), 200);
  assert.ok(login?.["expiresAt"] !== undefined);
  for (const end of [key.at("expiresAt"), listed?.["expiresAt"], retrieved.at("expiresAt")]) {
    assert.equal(end, login["expiresAt"]);
  }
  const accounts = `/accounts?productId=${productId}`;
  await assertOnAllEdges(key.id("key"), accounts, 200);
  expect(await ada.post("/products", { name: "Shop" }, token), "missing_required_scope");
  const gone = await program.post("/oauth/revoke", { token: second.refresh });
  assert.equal(gone.status, 200);
  for (const access of [first.access, second.access]) {
    await assertOnAllEdges(access, "/products", "session_revoked");
  }
  await assertOnAllEdges(key.id("key"), accounts, "key_revoked");
  refusedAs(await program.refresh(second.refresh), "invalid_grant");
  secrets.push(deviceCode, userCode.replace("-", ""), userCode);
  secrets.push(...Object.values(first), ...Object.values(second));
});

test("access token: given back -> refused everywhere, its login goes on; a token of nobody -> 200", async () => {
  const ada = await people.founder();
  const first = await program.logIn(ada);
  const second = tokensIn(await program.refresh(first.refresh));
  assert.equal((await program.post("/oauth/revoke", { token: first.access })).status, 200);
  await assertOnAllEdges(first.access, "/products", "invalid_credentials");
  await assertOnAllEdges(second.access, "/products", 200);
  assert.equal((await program.post("/oauth/revoke", { token: first.access })).status, 200);
  for (const token of ["nobody's", "x".repeat(5_000)]) {
    const { status, body } = await program.post("/oauth/revoke", { token });
    assert.deepEqual([status, body], [200, {}]);
  }
  refusedAs(await program.post("/oauth/revoke", {}), "invalid_request");
  secrets.push(...Object.values(first), ...Object.values(second));
});

test("refresh race: 100 at once with one token on two edges -> at most one pair; login, tokens and keys end", async () => {
  const ada = await people.founder();
  const login = await program.logIn(ada);
  const productId = expect(await ada.post("/products", { name: "Wallet" }), 201).id("productId");
  const token = { headers: { authorization: `Bearer ${login.access}`, cookie: "" } };
  const draft = { name: "cli", scopes: ["accounts:read"] };
  const key = expect(await ada.post(`/products/${productId}/api-keys/sandbox`, draft, token), 201);
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => program.refresh(login.refresh)),
  );
  const taken = replies.filter(({ status }) => status === 200).map(tokensIn);
  assert.ok(taken.length <= 1, `${taken.length} pairs`);
  for (const reply of replies.filter(({ status }) => status !== 200)) {
    refusedAs(reply, "invalid_grant");
  }
  for (const access of [login.access, ...taken.map((pair) => pair.access)]) {
    await assertOnAllEdges(access, "/products", "session_revoked");
  }
  for (const pair of taken) refusedAs(await program.refresh(pair.refresh), "invalid_grant");
  await assertOnAllEdges(key.id("key"), `/accounts?productId=${productId}`, "key_revoked");
  const feed = expect(await ada.get("/tenant/audit-events?limit=10"), 200).items();
  const reused = feed.filter(({ operation }) => operation === "oauth.token.create");
  const [{ actor, after: shown } = {}] = reused as {
    actor?: unknown;
    after?: { reason?: string };
  }[];
  assert.equal(reused.length, 1);
  assert.deepEqual(
    [actor, shown?.reason],
    [{ type: "platform", id: "platform" }, "refresh_token_reused"],
  );
});

test("device code: approved by two at once, or approved and denied -> one decision counts; two polls -> one pair", async () => {
  const ada = await people.founder();
  const bob = await people.invited(ada, "developer");
  const twice = await program.ask();
  const path = `/oauth/device/${twice.userCode}`;
  const both = await Promise.all([ada, bob].map((one) => one.post(`${path}/approve`, {})));
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 404]);
  const polls = await Promise.all([1, 2].map(() => program.poll(twice.deviceCode)));
  assert.deepEqual(polls.map(({ status }) => status).sort(), [200, 400]);
  refusedAs(polls.find(({ status }) => status === 400) as never, "invalid_grant");
  const { deviceCode, userCode } = await program.ask();
  const decided = await Promise.all([
    ada.post(`/oauth/device/${userCode}/approve`, {}),
    ada.post(`/oauth/device/${userCode}/deny`),
  ]);
  assert.deepEqual(decided.map(({ status }) => status).sort(), [200, 409]);
  const outcome = await program.poll(deviceCode);
  if (decided[0]?.status === 200) tokensIn(outcome);
  else refusedAs(outcome, "access_denied");
});

test("isolation: a login, for a person of another company -> not there, and ended by its own person alone", async () => {
  const ada = await people.founder("Acme");
  const eve = await people.founder("Evil");
  const login = await program.logIn(ada);
  const [{ sessionId }] = expect(await ada.get("/sessions"), 200).items() as [
    { sessionId: string },
  ];
  assert.ok(!expect(await eve.get("/sessions"), 200).text.includes(sessionId));
  expect(await eve.get(`/sessions/${sessionId}`), "session_not_found");
  expect(await eve.post(`/sessions/${sessionId}/revoke`), "session_not_found");
  await assertOnAllEdges(login.access, "/products", 200);
  const other = expect(await eve.get("/users/me"), 200).id("tenants.0.tenantId");
  const asked = {
    headers: { authorization: `Bearer ${login.access}`, cookie: "", "x-service-tenant": other },
  };
  expect(await ada.get("/products", asked), "tenant_mismatch");
  expect(await ada.post(`/sessions/${sessionId}/revoke`), 200);
  await assertOnAllEdges(login.access, "/products", "session_revoked");
});

test("tokens in the wrong place: refresh token and device code as Bearer, access token at /oauth/token -> refused", async () => {
  const ada = await people.founder();
  const login = await program.logIn(ada);
  const { deviceCode } = await program.ask();
  for (const text of [login.refresh, deviceCode]) {
    const sent = { headers: { authorization: `Bearer ${text}`, cookie: "" } };
    expect(await ada.get("/products", sent), "invalid_credentials");
  }
  refusedAs(await program.refresh(login.access), "invalid_grant");
  refusedAs(await program.poll(login.access), "invalid_grant");
  await assertOnAllEdges(login.access, "/products", 200);
});

test("forms: wrong type, repeated field, no field, too large, unknown field, a key -> the protocol's errors", async () => {
  const json = { "content-type": "application/json" };
  refusedAs(await program.post("/oauth/device", "{}", json), "invalid_request");
  refusedAs(await program.post("/oauth/device", "client_id=a&client_id=b"), "invalid_request");
  refusedAs(await program.post("/oauth/token", "%zz=%ff"), "invalid_request");
  refusedAs(await program.post("/oauth/token", ""), "invalid_request");
  const large = { client_id: "a", scope: "x".repeat(300_000) };
  refusedAs(await program.post("/oauth/device", large), "invalid_request", 413);
  const key = { "idempotency-key": "no uuid" };
  const answered = await program.post("/oauth/device", { client_id: "a", audience: "b" }, key);
  assert.equal(answered.status, 200);
  refusedAs(
    await program.post("/oauth/token", { grant_type: "password" }),
    "unsupported_grant_type",
  );
});

test("challenge: 401 with and without a credential, 403 for a scope -> where to get a token, and for what", async () => {
  const metadata = `${new URL(server.baseUrl).origin}/.well-known/oauth-protected-resource/v1`;
  const ada = await people.founder();
  const login = await program.logIn(ada, "products:read");
  const send = (authorization: string, method = "GET") =>
    ada.send(method, "/products", method === "GET" ? undefined : { name: "x" }, {
      headers: { authorization, cookie: "" },
    });
  const headerOf = (reply: Reply) => reply.headers["www-authenticate"];
  const none = await send("");
  assert.equal(none.status, 401);
  assert.equal(headerOf(none), `Bearer resource_metadata="${metadata}", scope="products:read"`);
  const wrong = await send("Bearer nonsense");
  assert.match(String(headerOf(wrong)), /^Bearer error="invalid_token", resource_metadata=/);
  const lacking = await send(`Bearer ${login.access}`, "POST");
  const says = expect(lacking, "missing_required_scope").body["error"] as { message: string };
  const asked = `resource_metadata="${metadata}", scope="products:write"`;
  const expected = `Bearer error="insufficient_scope", ${asked}, error_description="${says.message}"`;
  assert.equal(headerOf(lacking), expected);
});

test("sign-up through the device flow: hints behind the #, an account, consent -> tokens", async () => {
  const email = `new${Date.now()}@example.com`;
  const { deviceCode, userCode, body } = await program.ask({
    login_hint: email,
    name: "Ada Lovelace",
    company: "Analytical Engines",
  });
  const { hash, searchParams } = new URL(String(body["verification_uri_complete"]));
  const hints = new URLSearchParams(hash.slice(1));
  assert.equal(searchParams.get("user_code"), userCode);
  const ada = people.browser(hints.get("email") ?? "");
  await people.signUp(ada, { company: hints.get("company") ?? "" });
  const seen = await program.look(ada, userCode);
  assert.deepEqual(seen.body["hints"], {
    email,
    name: "Ada Lovelace",
    company: "Analytical Engines",
  });
  expect(await ada.post(`/oauth/device/${userCode}/approve`, { scopes: ["products:read"] }), 200);
  const answered = await program.poll(deviceCode);
  assert.equal(answered.body["scope"], "products:read");
  await assertOnAllEdges(tokensIn(answered).access, "/products", 200);
});

test("operator: a login -> listed with its client, ended everywhere", async () => {
  const ada = await people.founder();
  const login = await program.logIn(ada);
  const userId = expect(await ada.get("/users/me"), 200).id("userId");
  const listed = (await admin(server, "session list", { user: userId })) as unknown as {
    sessionId: string;
    kind: string;
    clientId?: string;
  }[];
  const found = listed.find(({ kind }) => kind === "cli");
  assert.equal(found?.clientId, "service-cli");
  await admin(server, "session revoke", { session: found?.sessionId ?? "" });
  await assertOnAllEdges(login.access, "/products", "session_revoked");
});

test("crash: after an approval and after a refresh -> the code still counts, the newest pair works, the used one ends", async () => {
  const ada = await people.founder();
  const { deviceCode, userCode } = await program.ask();
  const login = await program.logIn(ada);
  const pair = tokensIn(await program.refresh(login.refresh));
  expect(await ada.post(`/oauth/device/${userCode}/approve`, {}), 200);
  close();
  outputs.push((await killServer(server)).output);
  server = await startServer(FLAGS, server.dataDir);
  await open();
  await assertOnAllEdges(pair.access, "/products", 200);
  const fetched = tokensIn(await program.poll(deviceCode));
  await assertOnAllEdges(fetched.access, "/products", 200);
  const next = tokensIn(await program.refresh(pair.refresh));
  refusedAs(await program.refresh(pair.refresh), "invalid_grant");
  await assertOnAllEdges(next.access, "/products", "session_revoked");
  await assertOnAllEdges(fetched.access, "/products", 200);
  close();
  outputs.push((await killServer(server)).output);
  server = await startServer(FLAGS, server.dataDir);
  await open();
  await assertOnAllEdges(next.access, "/products", "session_revoked");
  await assertOnAllEdges(fetched.access, "/products", 200);
  refusedAs(await program.poll(deviceCode), "invalid_grant");
  secrets.push(deviceCode, userCode, userCode.replace("-", ""));
  for (const tokens of [login, pair, next, fetched]) secrets.push(...Object.values(tokens));
});

test("secrets: codes and tokens -> in no file of the data directory and in no line of the log", async () => {
  assert.ok(secrets.length > 20);
  close();
  const ended = await stopServer(server);
  assert.equal(ended.code, 0, ended.output);
  outputs.push(ended.output);
  for (const secret of secrets) {
    for (const output of outputs) assert.ok(!output.includes(secret), "a secret in the log");
  }
  for (const path of filesIn(server.dataDir)) {
    const bytes = readFileSync(path);
    for (const secret of secrets) assert.ok(!bytes.includes(secret), `a secret in ${path}`);
  }
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}
