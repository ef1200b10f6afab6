/**
 * The OAuth server, unmodified, under two libraries that people use: `oauth4webapi` and `openid-client`.
 * Discovery, the device flow with its waiting, refresh and revocation. And codes that are guessed.
 * A server of its own: its clock is moved.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import { expect } from "../support/client.ts";
import { CLIENT_ID, openProgram, type Program, refusedAs } from "../support/oauth.ts";
import { openPeople, type People } from "../support/people.ts";
import { newDataDir, type Server, startServer, stopServer } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";
import { newTestClock } from "../support/test_clock.ts";

/** Where wrong codes come from: an address that guessed is locked for all who share the server. */
const GUESSING = "127.0.0.8";
/** The kernel spreads connections over two edges: so many reach both. */
const CONNECTIONS = 12;
let server: Server;
let people: People;
let program: Program;
let origin: URL;

before(async () => {
  server = await sharedServer();
  people = await openPeople(server);
  program = openProgram(server, CONNECTIONS);
  origin = new URL(new URL(server.baseUrl).origin);
});
after(async () => {
  people.close();
  program.close();
});

const INSECURE = { [oauth.allowInsecureRequests]: true };

test("oauth4webapi: discovery, device flow, refresh, a refresh token used twice, revocation -> as the RFCs say", async () => {
  const discovered = await oauth.discoveryRequest(origin, { algorithm: "oauth2", ...INSECURE });
  const as = await oauth.processDiscoveryResponse(origin, discovered);
  const resource = new URL(server.baseUrl);
  const found = await oauth.resourceDiscoveryRequest(resource, INSECURE);
  const metadata = await oauth.processResourceDiscoveryResponse(resource, found);
  assert.deepEqual(metadata.authorization_servers, [as.issuer]);
  const me: oauth.Client = { client_id: CLIENT_ID };
  const none = oauth.None();
  const parameters = { scope: "products:read keys:read", resource: metadata.resource };
  const asked = await oauth.deviceAuthorizationRequest(as, me, none, parameters, INSECURE);
  const device = await oauth.processDeviceAuthorizationResponse(as, me, asked);
  const poll = async () => {
    const { device_code } = device;
    const response = await oauth.deviceCodeGrantRequest(as, me, none, device_code, INSECURE);
    return oauth.processDeviceCodeResponse(as, me, response);
  };
  await assert.rejects(poll(), { error: "authorization_pending" });
  await assert.rejects(poll(), { error: "slow_down" });
  const ada = await people.founder();
  expect(await ada.post(`/oauth/device/${device.user_code}/approve`, {}), 200);
  const tokens = await poll();
  assert.deepEqual([tokens.token_type, tokens.expires_in], ["bearer", 600]);
  const products = (token: string) =>
    oauth.protectedResourceRequest(
      token,
      "GET",
      new URL(`${server.baseUrl}/products`),
      undefined,
      null,
      INSECURE,
    );
  assert.equal((await products(tokens.access_token)).status, 200);
  const refresh = async (token: string) => {
    const more = { ...INSECURE, additionalParameters: { resource: metadata.resource } };
    const response = await oauth.refreshTokenGrantRequest(as, me, none, token, more);
    return oauth.processRefreshTokenResponse(as, me, response);
  };
  const next = await refresh(String(tokens.refresh_token));
  assert.equal((await products(next.access_token)).status, 200);
  await assert.rejects(refresh(String(tokens.refresh_token)), { error: "invalid_grant" });
  await assert.rejects(
    products(next.access_token),
    (error: oauth.WWWAuthenticateChallengeError) => {
      const [challenge] = error.cause;
      assert.deepEqual(
        [challenge?.scheme, challenge?.parameters.error],
        ["bearer", "invalid_token"],
      );
      return true;
    },
  );
  await assert.rejects(refresh(String(next.refresh_token)), { error: "invalid_grant" });
  const gone = await oauth.revocationRequest(as, me, none, String(next.refresh_token), INSECURE);
  assert.equal(await oauth.processRevocationResponse(gone), undefined);
});

test("openid-client: discovery, its own polling with slow_down, refresh, revocation -> works unmodified", async () => {
  const options = { algorithm: "oauth2" as const, execute: [client.allowInsecureRequests] };
  const config = await client.discovery(origin, CLIENT_ID, undefined, client.None(), options);
  const device = await client.initiateDeviceAuthorization(config, { scope: "products:read" });
  // Two polls at once before the library's own: its first is too early, and it must wait longer.
  refusedAs(await program.poll(device.device_code), "authorization_pending");
  refusedAs(await program.poll(device.device_code), "slow_down");
  const polling = client.pollDeviceAuthorizationGrant(config, { ...device, interval: 1 });
  const ada = await people.founder();
  expect(await ada.post(`/oauth/device/${device.user_code}/approve`, {}), 200);
  const tokens = await polling;
  const next = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  const url = new URL(`${server.baseUrl}/products`);
  const answered = await client.fetchProtectedResource(config, next.access_token, url, "GET");
  assert.equal(answered.status, 200);
  await client.tokenRevocation(config, String(next.refresh_token));
  await assert.rejects(client.fetchProtectedResource(config, next.access_token, url, "GET"));
  await assert.rejects(client.refreshTokenGrant(config, String(next.refresh_token)), {
    error: "invalid_grant",
  });
});

test("slow_down: polled at once -> the interval grows by five seconds, and holds for the next poll", async () => {
  const clock = newTestClock();
  const timed = await startServer(["--shards", "1", "--edges", "2"], newDataDir(), clock);
  const polling = openProgram(timed, CONNECTIONS);
  const { deviceCode, body } = await polling.ask();
  const intervalMs = Number(body["interval"]) * 1_000;
  assert.equal(intervalMs, 5_000);
  refusedAs(await polling.poll(deviceCode), "authorization_pending");
  clock.set(clock.nowMs() + intervalMs);
  refusedAs(await polling.poll(deviceCode), "authorization_pending");
  const slowed = await polling.poll(deviceCode);
  refusedAs(slowed, "slow_down");
  assert.match(String(slowed.body["error_description"]), /wait 10 seconds/);
  // The first interval is over, the raised one is not.
  clock.set(clock.nowMs() + intervalMs);
  refusedAs(await polling.poll(deviceCode), "slow_down");
  polling.close();
  assert.equal((await stopServer(timed)).code, 0);
});

test("documents: authorization server and resource -> name only what exists, with an ETag; 304 for it", async () => {
  const path = "/.well-known/oauth-authorization-server";
  const response = await fetch(new URL(path, origin));
  const document = (await response.json()) as Record<string, unknown>;
  const base = server.baseUrl;
  assert.deepEqual(
    [document["issuer"], document["token_endpoint"], document["authorization_endpoint"]],
    [origin.origin, `${base}/oauth/token`, `${base}/oauth/authorize`],
  );
  assert.equal(document["registration_endpoint"], `${base}/oauth/register`);
  assert.deepEqual(document["response_types_supported"], ["code"]);
  assert.deepEqual(document["code_challenge_methods_supported"], ["S256"]);
  for (const name of [
    "authorization_response_iss_parameter_supported",
    "client_id_metadata_document_supported",
  ]) {
    assert.equal(document[name], true);
  }
  assert.deepEqual(document["token_endpoint_auth_methods_supported"], ["none"]);
  const etag = response.headers.get("etag") ?? "";
  assert.notEqual(etag, "");
  const again = await fetch(new URL(path, origin), { headers: { "if-none-match": etag } });
  assert.equal(again.status, 304);
  const resources = { "": base, "/v1": base, "/v1/mcp": `${base}/mcp` };
  for (const [behind, resource] of Object.entries(resources)) {
    const found = await fetch(new URL(`/.well-known/oauth-protected-resource${behind}`, origin));
    const about = (await found.json()) as Record<string, unknown>;
    assert.deepEqual(
      [about["resource"], about["authorization_servers"]],
      [resource, [origin.origin]],
    );
    const scopes = about["scopes_supported"] as string[];
    const known = document["scopes_supported"] as string[];
    assert.ok(scopes.length > 0 && scopes.every((scope) => known.includes(scope)));
  }
});

test("user codes: five wrong ones -> the right one is refused too, on either edge; others elsewhere go on", async () => {
  const ada = await people.founder();
  const bob = await people.founder();
  const { userCode } = await program.ask();
  const looks = (codes: readonly string[]) =>
    Promise.all(codes.map((code) => program.look(ada, code, GUESSING)));
  for (;;) {
    const wrong = await looks(WRONG_CODES);
    const locked = wrong.filter(({ status }) => status === 429);
    assert.ok(locked.length >= WRONG_CODES.length - 5);
    const [{ details }] = locked.map(({ body }) => body["error"]) as [Refused];
    const right = await looks(WRONG_CODES.map(() => userCode));
    const other = await program.look(bob, userCode, "127.0.0.9");
    // The minute may have ended meanwhile, and with it the lock.
    if (Date.now() >= Date.parse(details.resetAt)) continue;
    assert.ok(wrong.filter(({ status }) => status === 404).length <= 5);
    for (const reply of right) {
      assert.equal(reply.status, 429);
      assert.ok(Number(reply.headers["retry-after"]) >= 1);
    }
    assert.equal(other.status, 200);
    break;
  }
});

type Refused = { details: { resetAt: string } };
const WRONG_CODES = Array.from("BCDFGHJKLMNP", (letter) => `BBBB-BBB${letter}`);
