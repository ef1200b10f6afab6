/** Decision table of oauth.authorize: what waits for a person, what goes back, and what goes nowhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CHALLENGE,
  handleIn,
  ISSUER,
  MCP_RESOURCE,
  newClient,
  REDIRECT,
  requestOf,
} from "../../../test/support/features/oauth/codes.ts";
import { openPlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import type { FetchedDocument } from "../../contract/declare/fetched_document.ts";
import { DEVICE_KEPT_MS } from "../device_authorization/device_document.ts";
import type { DeviceFact } from "../device_authorization/device_facts.ts";
import { UNUSED_KEPT_MS } from "../oauth_client/client_document.ts";
import { oauthAuthorize } from "./oauth.authorize.ts";

const ADDRESS = "https://app.example/client.json";
const documentOf = (more: object = {}): FetchedDocument => ({
  text: JSON.stringify({ client_id: ADDRESS, redirect_uris: [REDIRECT], ...more }),
});
const of = (error: string) =>
  ({ code: "state_constraint_failed", details: { constraint: error } }) as const;

/** Asserts that the browser goes back to the client with the error, and that nothing is kept. */
const backWith =
  (error: string) =>
  ({ reply, facts }: { reply: { location: string }; facts: readonly unknown[] }) => {
    assert.deepEqual(facts, []);
    const url = new URL(reply.location);
    assert.equal(url.origin + url.pathname, REDIRECT);
    const told = Object.fromEntries(url.searchParams);
    assert.deepEqual(
      [told["error"], told["state"], told["iss"], told["code"]],
      [error, "s t&x", ISSUER, undefined],
    );
    assert.match(told["error_description"] ?? "", /^[\x20-\x7e]+$/);
  };

platformTable(oauthAuthorize, {
  given: async (world) => ({ clientId: await newClient(world) }),
  input: ({ clientId }) => requestOf(clientId),
  rows: [
    {
      title: "a registered client",
      outcome: "waits for a person for a quarter of an hour, found by a handle that is not stored",
      check({ reply, facts }, { world, clientId }) {
        const handle = handleIn(reply.location);
        const { device } = facts[0] as DeviceFact;
        assert.deepEqual(device.redirect, { uri: REDIRECT, state: "s t&x", challenge: CHALLENGE });
        assert.deepEqual(
          [device.status, device.clientId, device.agentName, device.resource, device.scopes],
          ["pending", clientId, "Desk", MCP_RESOURCE, ["products:read"]],
        );
        assert.equal(device.expiresAtMs, world.nowMs + 900_000);
        assert.ok(!JSON.stringify(facts).includes(handle));
      },
    },
    {
      title: "no state, no scope, and parameters that are unknown",
      input: { state: undefined, scope: "", nonce: "n", prompt: "consent" },
      outcome: "all scopes of agents, the rest ignored",
      check({ facts }) {
        const { device } = facts[0] as DeviceFact;
        assert.deepEqual(device.redirect, { uri: REDIRECT, challenge: CHALLENGE });
        assert.ok(device.scopes.length > 10);
      },
    },
    { title: "no client", input: { client_id: "" }, code: "invalid_request" },
    { title: "no redirect URI", input: { redirect_uri: undefined }, code: "invalid_request" },
    { title: "a client of nobody", input: { client_id: "service-cli" }, ...of("invalid_client") },
    {
      title: "a client that was forgotten",
      given: ({ world }) => {
        world.nowMs += UNUSED_KEPT_MS;
      },
      ...of("invalid_client"),
    },
    ...[
      "https://evil.example/callback",
      "https://app.example/callback/",
      "https://app.example/callback?next=https://evil.example",
      "https://app.example.evil.example/callback",
      "https://app.example@evil.example/callback",
      "https://app.example:8443/callback",
      "//app.example/callback",
      "javascript:alert(1)",
    ].map((uri) => ({
      title: `the redirect URI ${uri}`,
      input: { redirect_uri: uri },
      ...of("invalid_redirect_uri"),
    })),
    {
      title: "a state of 2,049 characters",
      input: { state: "s".repeat(2_049) },
      code: "invalid_request",
    },
    ...(
      [
        ["no response type", { response_type: undefined }, "invalid_request"],
        ["a token at once", { response_type: "token" }, "unsupported_response_type"],
        ["an answer as a form", { response_mode: "form_post" }, "invalid_request"],
        ["no PKCE", { code_challenge: undefined }, "invalid_request"],
        ["PKCE without a method", { code_challenge_method: undefined }, "invalid_request"],
        ["PKCE with plain", { code_challenge_method: "plain" }, "invalid_request"],
        ["a challenge that is short", { code_challenge: "c".repeat(42) }, "invalid_request"],
        ["a challenge that is padded", { code_challenge: `${CHALLENGE}=` }, "invalid_request"],
        ["no resource", { resource: undefined }, "invalid_target"],
        ["the interface of people", { resource: `${ISSUER}/v1` }, "invalid_target"],
        ["a resource of others", { resource: "https://evil.example/v1/mcp" }, "invalid_target"],
        ["a scope of nobody", { scope: "products:read everything" }, "invalid_scope"],
      ] as const
    ).map(([title, input, error]) => ({
      title,
      input,
      outcome: `back with ${error}`,
      check: backWith(error),
    })),
    {
      title: "a document of the client",
      input: { client_id: ADDRESS },
      asking: () => ({ fetched: documentOf({ client_name: "\u0410pp\u202e" }) }),
      outcome: "waits, with the name as it was written: the page shows what is odd about it",
      check: ({ facts }) => {
        const { device } = facts[0] as DeviceFact;
        assert.deepEqual([device.clientId, device.agentName], [ADDRESS, "\u0410pp\u202e"]);
      },
    },
    {
      title: "a document that says no name",
      input: { client_id: ADDRESS },
      asking: () => ({ fetched: documentOf() }),
      outcome: "is called as its host",
      check: ({ facts }) => assert.equal((facts[0] as DeviceFact).device.agentName, "app.example"),
    },
    {
      title: "a document that is of another client",
      input: { client_id: ADDRESS },
      asking: () => ({ fetched: documentOf({ client_id: "https://evil.example/client.json" }) }),
      ...of("invalid_client"),
    },
    {
      title: "a document without the redirect URI",
      input: { client_id: ADDRESS },
      asking: () => ({ fetched: documentOf({ redirect_uris: ["https://app.example/other"] }) }),
      ...of("invalid_redirect_uri"),
    },
    {
      title: "a document that could not be fetched",
      input: { client_id: ADDRESS },
      asking: () => ({ fetched: { fault: "status" } }),
      ...of("invalid_client"),
    },
    {
      title: "an address that nothing is fetched from",
      input: { client_id: "https://app.example/client.json?x=1" },
      ...of("invalid_client"),
    },
  ],
});

test("authorization request: too many documents are fetched now -> to be tried again later", async () => {
  const world = await openPlatformWorld();
  const input = requestOf(ADDRESS);
  const asking = { fetched: { fault: "busy" } } as const;
  const prepared = await world.prepare(oauthAuthorize, input, asking);
  assert.equal(world.run(oauthAuthorize, input, { prepared }).code, "ledger_unavailable");
});

test("authorization request: loopback with another port than the registered one -> taken, and sent back there", async () => {
  const world = await openPlatformWorld();
  const clientId = await newClient(world, "http://127.0.0.1/callback");
  const input = { ...requestOf(clientId), redirect_uri: "http://127.0.0.1:41234/callback" };
  handleIn((await world.made(oauthAuthorize, input)).location);
  const [first] = [...world.state.devices.values()];
  assert.equal(first?.redirect?.uri, "http://127.0.0.1:41234/callback");
  world.nowMs += 900_000 + DEVICE_KEPT_MS;
  await world.made(oauthAuthorize, input);
  assert.equal(world.state.devices.size, 1);
});
