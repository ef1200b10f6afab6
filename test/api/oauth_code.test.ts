/**
 * The authorization code flow with PKCE under `oauth4webapi`, as the hosts of MCP use it: clients with a document and
 * clients that register themselves, and whoever tries to get a code, a token or a browser that is not theirs.
 * A server of its own: all that it has written is searched after its end.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as oauth from "oauth4webapi";
import { expect } from "../support/client.ts";
import { openProgram, type Program, refusedAs } from "../support/oauth.ts";
import {
  approved,
  type ClientHost,
  discovered,
  type Flow,
  INSECURE,
  newFlow,
  openClientHost,
} from "../support/oauth_codes.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import { recordsOf } from "../support/records.ts";
import { type Server, startServer, stopServer } from "../support/server.ts";

const REDIRECT = "https://app.example/callback";
const LOOPBACK = "http://127.0.0.1/callback";
let server: Server;
let people: People;
let program: Program;
let host: ClientHost;
let as: oauth.AuthorizationServer;
let ada: Browser;

before(async () => {
  server = await startServer(["--shards", "1", "--edges", "2"]);
  people = await openPeople(server);
  program = openProgram(server);
  host = await openClientHost();
  as = await discovered(server);
  ada = await people.founder();
});
after(async () => {
  close();
  await stopServer(server);
});

async function registered(redirectUri = LOOPBACK, name = "Desk"): Promise<string> {
  const metadata = { redirect_uris: [redirectUri], client_name: name };
  const response = await oauth.dynamicClientRegistrationRequest(as, metadata, INSECURE);
  return (await oauth.processDynamicClientRegistrationResponse(response)).client_id;
}

const KINDS: readonly (readonly [kind: string, clientId: () => Promise<string>])[] = [
  ["a client that registers itself", () => registered()],
  [
    "a client with a document",
    async () => host.document("/client.json", { redirect_uris: [LOOPBACK], client_name: "Desk" }),
  ],
];
for (const [kind, idOf] of KINDS) {
  test(`oauth4webapi: ${kind} -> consent, code, tokens of agents, refresh; a code used twice ends all of it`, async () => {
    const flow = await newFlow(server, as, await idOf(), "http://127.0.0.1:41234/callback");
    const handle = await flow.handle();
    const shown = await program.look(ada, handle);
    assert.deepEqual(
      [shown.body["status"], shown.body["agentName"], shown.body["returnsTo"]],
      ["pending", "Desk", "a program on this computer"],
    );
    // Checks `state`, and `iss` against the issuer (RFC 9207).
    const callback = flow.validated(await approved(ada, handle));
    const tokens = await flow.tokens(callback);
    assert.deepEqual([tokens.token_type, tokens.scope], ["bearer", "products:read"]);
    // It is of the interface of agents, and of no other.
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    assert.equal((await fetch(`${server.baseUrl}/products`, { headers })).status, 401);
    const grants = expect(await ada.get("/agent-grants?limit=1"), 200).items();
    assert.equal(grants[0]?.["status"], "active");
    const next = await flow.refreshed(tokens.refresh_token);
    await assert.rejects(flow.tokens(callback), { error: "invalid_grant" });
    await assert.rejects(flow.refreshed(next.refresh_token), { error: "invalid_grant" });
    const after = expect(await ada.get("/agent-grants?limit=1"), 200).items();
    assert.equal(after[0]?.["status"], "revoked");
  });
}

test("consent: denied -> oauth4webapi reads access_denied, with state and iss", async () => {
  const flow = await newFlow(server, as, await registered(), LOOPBACK);
  const denied = await ada.post(`/oauth/device/${await flow.handle()}/deny`, {});
  assert.throws(() => flow.validated(String(denied.body["redirectTo"])), {
    error: "access_denied",
  });
});

test("errors: a request that is wrong, of a client that is known -> back to the client with error, state and iss; oauth4webapi reads them", async () => {
  const flow = await newFlow(server, as, await registered(), LOOPBACK);
  for (const [more, error] of [
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ code_challenge: undefined }, "invalid_request"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ resource: undefined }, "invalid_target"],
    [{ resource: server.baseUrl }, "invalid_target"],
    [{ scope: "everything" }, "invalid_scope"],
  ] as const) {
    const { status, location } = await flow.sends(more);
    assert.equal(status, 302);
    assert.throws(() => flow.validated(String(location)), { error });
  }
});

test("open redirect: a client or redirect URI that is not known -> a page that says so, and no Location", async () => {
  const clientId = await registered(REDIRECT);
  const flow = await newFlow(server, as, clientId, REDIRECT);
  for (const more of [
    { client_id: "nobody" },
    { client_id: "<script>alert(1)</script>" },
    { client_id: undefined },
    { redirect_uri: undefined },
    { redirect_uri: "https://evil.example/" },
    { redirect_uri: `${REDIRECT}/../evil` },
    { redirect_uri: "https://app.example@evil.example/callback" },
    { redirect_uri: "javascript:alert(1)" },
    { redirect_uri: `${REDIRECT}\r\nlocation: https://evil.example/` },
    { state: "s".repeat(3_000) },
  ]) {
    const { status, location, headers, text } = await flow.sends(more);
    assert.ok(status >= 400 && status < 500, `${status}: ${JSON.stringify(more)}`);
    assert.equal(location, null);
    assert.match(String(headers.get("content-type")), /^text\/html/);
    assert.match(String(headers.get("content-security-policy")), /frame-ancestors 'none'/);
    assert.ok(!text.includes("<script") && !text.includes("evil.example"));
  }
  const twice = new URL(String(as.authorization_endpoint));
  for (const [name, value] of Object.entries(flow.parameters)) twice.searchParams.set(name, value);
  twice.searchParams.append("redirect_uri", "https://evil.example/");
  const response = await fetch(twice, { redirect: "manual" });
  assert.deepEqual([response.status, response.headers.get("location")], [400, null]);
});

test("codes: another verifier, redirect URI or client, a mix-up of servers -> no tokens; then the right one gets them", async () => {
  const clientId = await registered();
  const flow = await newFlow(server, as, clientId, LOOPBACK);
  const redirectTo = await approved(ada, await flow.handle());
  const callback = flow.validated(redirectTo);
  const other = oauth.generateRandomCodeVerifier();
  await assert.rejects(flow.tokens(callback, { verifier: other }), { error: "invalid_grant" });
  const uri = "http://127.0.0.1:1/callback";
  await assert.rejects(flow.tokens(callback, { uri }), { error: "invalid_grant" });
  const thief = await newFlow(server, as, await registered(), LOOPBACK);
  const theirs = new URL(redirectTo);
  theirs.searchParams.set("state", thief.parameters.state);
  const stolen = thief.validated(theirs.href);
  await assert.rejects(thief.tokens(stolen, { verifier: flow.verifier }), {
    error: "invalid_grant",
  });
  const mixed = new URL(redirectTo);
  mixed.searchParams.set("iss", "https://evil.example");
  assert.throws(() => flow.validated(mixed.href), /iss/);
  mixed.searchParams.delete("iss");
  assert.throws(() => flow.validated(mixed.href), /iss/);
  assert.equal((await flow.tokens(callback)).token_type, "bearer");
});

test("codes: 20 at once with one code on two edges -> at most one login, and it has ended", async () => {
  const flow = await newFlow(server, as, await registered(), LOOPBACK);
  const callback = flow.validated(await approved(ada, await flow.handle()));
  const tried = await Promise.allSettled(Array.from({ length: 20 }, () => flow.tokens(callback)));
  const won = tried.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  assert.ok(won.length <= 1, `${won.length} logins`);
  for (const { refresh_token } of won) {
    await assert.rejects(flow.refreshed(refresh_token), { error: "invalid_grant" });
  }
});

test("fixation: a request that one person has decided -> another neither sees nor decides it, whoever began it", async () => {
  const bob = await people.founder("Globex");
  const flow = await newFlow(server, as, await registered(), LOOPBACK);
  const handle = await flow.handle();
  const callback = flow.validated(await approved(ada, handle));
  assert.equal((await program.look(bob, handle)).status, 404);
  for (const decision of ["approve", "deny"]) {
    assert.equal((await bob.post(`/oauth/device/${handle}/${decision}`, {})).status, 404);
  }
  // The answer that has the code is not given a second time, not even to who decided.
  const again = await program.look(ada, handle);
  assert.deepEqual([again.status, again.body["redirectTo"]], [200, undefined]);
  assert.equal((await flow.tokens(callback)).token_type, "bearer");
});

test("device grant: an authorization code in the place of a device code -> refused, and the code still works once", async () => {
  const clientId = await registered();
  const flow = await newFlow(server, as, clientId, LOOPBACK);
  const callback = flow.validated(await approved(ada, await flow.handle()));
  refusedAs(await program.poll(String(callback.get("code")), clientId), "invalid_grant");
  assert.equal((await flow.tokens(callback)).token_type, "bearer");
});

test("client documents: of another client, a redirect, too large, private, not there -> a page, and nothing waits", async () => {
  const good = { redirect_uris: [LOOPBACK] };
  const addresses: string[] = [
    host.document("/other.json", { ...good, client_id: "https://app.example/other.json" }),
    host.document("/secret.json", { ...good, token_endpoint_auth_method: "client_secret_post" }),
    host.document("/large.json", { ...good, client_uri: "x".repeat(5_200) }),
    host.document("/none.json", { redirect_uris: ["https://evil.example/"] }),
    host.serve("/text.json", (_, response) => response.end("<html>")),
    host.serve("/moved.json", (_, response) =>
      response.writeHead(302, { location: `${host.origin}/client.json` }).end(),
    ),
    `${host.origin}/absent.json`,
    "https://10.0.0.1/client.json",
    "https://169.254.169.254/latest/meta-data",
    "https://[fd00::1]/client.json",
    "http://app.example/client.json",
  ];
  for (const address of addresses) {
    const flow: Flow = await newFlow(server, as, address, LOOPBACK);
    const { status, location, text } = await flow.sends();
    assert.deepEqual([status, location], [422, null], `${address}: ${text}`);
  }
});

test("client documents: one that hangs -> a page after its time, while log-ins and other clients go on", async () => {
  const slow = host.serve("/slow.json", () => {});
  const flow = await newFlow(server, as, slow, LOOPBACK);
  const hanging = flow.sends();
  const bob = await people.founder("Initech");
  const other = await newFlow(server, as, await registered(), LOOPBACK);
  assert.match(await other.handle(), /^[0-9A-Za-z]{22}$/);
  expect(await bob.get("/tenant"), 200);
  const { status, text } = await hanging;
  assert.equal(status, 422);
  assert.match(text, /no document of the client was found at its address/);
});

test("registration: metadata that does not fit -> the error of RFC 7591, as JSON with 400", async () => {
  const register = async (sent: unknown) => {
    const response = await fetch(String(as.registration_endpoint), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: typeof sent === "string" ? sent : JSON.stringify(sent),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  for (const [body, error] of [
    [{}, "invalid_redirect_uri"],
    [{ redirect_uris: ["http://app.example/"] }, "invalid_redirect_uri"],
    [{ redirect_uris: [LOOPBACK], client_name: 7 }, "invalid_client_metadata"],
    [{ redirect_uris: [LOOPBACK], grant_types: ["implicit"] }, "invalid_client_metadata"],
    ...["[]", "null", '"a text"', "7", "{", '{"redirect_uris":[],"redirect_uris":[]}'].map(
      (text) => [text, "invalid_client_metadata"] as const,
    ),
  ] as const) {
    const refused = await register(body);
    assert.deepEqual([refused.status, refused.body["error"]], [400, error]);
  }
  const made = await register({ redirect_uris: [LOOPBACK] });
  assert.deepEqual([made.status, made.body["token_endpoint_auth_method"]], [201, "none"]);
});

test("authorize: requests that are refused, or go back with an error -> no record of any; one that waits has one", async () => {
  const own = await startServer(["--shards", "1"]);
  const issuer = await discovered(own);
  const metadata = { redirect_uris: [REDIRECT], client_name: "Desk" };
  const made = await oauth.dynamicClientRegistrationRequest(issuer, metadata, INSECURE);
  const { client_id } = await oauth.processDynamicClientRegistrationResponse(made);
  const flow = await newFlow(own, issuer, client_id, REDIRECT);
  for (const more of [
    { client_id: "nobody" },
    { client_id: undefined },
    { redirect_uri: undefined },
    { redirect_uri: "https://evil.example/" },
    { state: "s".repeat(3_000) },
  ]) {
    for (const accept of ["text/html", "application/json"]) {
      const { status, location } = await flow.sends(more, accept);
      assert.ok(status >= 400 && location === null, `${status}: ${JSON.stringify(more)}`);
    }
  }
  for (const more of [{ response_type: "token" }, { code_challenge: undefined }]) {
    const { status, location } = await flow.sends(more, "text/html");
    assert.ok(status === 302 && location?.startsWith(REDIRECT), `${status}: ${location}`);
  }
  await flow.handle();
  const ended = await stopServer(own);
  assert.equal(ended.code, 0, ended.output);
  const operations = (await recordsOf(own.dataDir, "platform")).map(({ operation }) => operation);
  const asked = operations.filter((operation) => operation.startsWith("oauth"));
  assert.deepEqual(asked, ["oauth_client.create", "oauth.authorize"]);
});

test("secrets: handle, code, verifier, tokens -> in no file of the data directory and in no line of the log", async () => {
  const flow = await newFlow(server, as, await registered(), LOOPBACK);
  const handle = await flow.handle();
  const callback = flow.validated(await approved(ada, handle));
  const tokens = await flow.tokens(callback);
  const secrets = [
    ...[handle, callback.get("code"), flow.verifier],
    ...[tokens.access_token, tokens.refresh_token],
  ].map(String);
  close();
  const ended = await stopServer(server);
  assert.equal(ended.code, 0, ended.output);
  for (const secret of secrets) assert.ok(!ended.output.includes(secret), "a secret in the log");
  for (const entry of readdirSync(server.dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    for (const secret of secrets) assert.ok(!bytes.includes(secret), `a secret in ${entry.name}`);
  }
});

function close(): void {
  people.close();
  program.close();
  host.close();
}
