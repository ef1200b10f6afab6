/** Decision table of oauth_client.create, and how long clients are kept. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  openPlatformWorld,
  type PlatformWorld,
  platformTable,
} from "../../../test/world/platform_world.ts";
import { encodeIdSuffix } from "../../base/id.ts";
import { AGENT_NAME_MAX } from "../agent/agent_name.ts";
import { CLIENTS_MAX, UNUSED_KEPT_MS, USED_KEPT_MS } from "./client_document.ts";
import type { ClientRegistered, ClientUsed } from "./client_facts.ts";
import { REDIRECT_URIS_MAX } from "./client_metadata.ts";
import { registeredClient } from "./client_state.ts";
import { oauthClientCreate } from "./oauth_client.create.ts";

const URI = "http://127.0.0.1/callback";
const of = (error: string) =>
  ({ code: "state_constraint_failed", details: { constraint: error } }) as const;

platformTable(oauthClientCreate, {
  input: () => ({ redirect_uris: [URI] }),
  rows: [
    {
      title: "a redirect URI alone",
      outcome: "a public client",
      reply: {
        redirect_uris: [URI],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      },
      check({ reply, facts }, { world }) {
        assert.match(reply.client_id, /^oac_[0-9A-Z]+$/);
        assert.equal(reply.client_id_issued_at, Math.floor(world.nowMs / 1_000));
        const { client } = facts[0] as ClientRegistered;
        assert.deepEqual(client, {
          clientId: reply.client_id,
          redirectUris: [URI],
          createdAtMs: world.nowMs,
        });
      },
    },
    {
      title: "all that clients send, a method with a secret among it",
      input: {
        client_name: "Desk <b>tool</b>",
        client_uri: "https://app.example",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
        scope: "anything",
        contacts: [],
      },
      outcome: "its name is kept as it is, the method is none, the rest is ignored",
      reply: { client_name: "Desk <b>tool</b>", token_endpoint_auth_method: "none" },
      check: ({ facts }) =>
        assert.deepEqual(Object.keys((facts[0] as ClientRegistered).client), [
          "clientId",
          "name",
          "redirectUris",
          "createdAtMs",
        ]),
    },
    {
      title: `${REDIRECT_URIS_MAX} redirect URIs`,
      input: { redirect_uris: Array(REDIRECT_URIS_MAX).fill(URI) },
      outcome: "taken",
    },
    {
      title: "one more",
      input: { redirect_uris: Array(REDIRECT_URIS_MAX + 1).fill(URI) },
      ...of("invalid_redirect_uri"),
    },
    {
      title: "redirect URIs of 4,100 characters in all",
      input: { redirect_uris: Array(5).fill(`https://app.example/${"x".repeat(800)}`) },
      ...of("invalid_redirect_uri"),
    },
    { title: "no redirect URI", input: { redirect_uris: [] }, ...of("invalid_redirect_uri") },
    { title: "none at all", input: { redirect_uris: undefined }, ...of("invalid_redirect_uri") },
    { title: "a number", input: { redirect_uris: [7] }, ...of("invalid_redirect_uri") },
    { title: "a text", input: { redirect_uris: URI }, ...of("invalid_redirect_uri") },
    {
      title: "a good and a bad one",
      input: { redirect_uris: [URI, "javascript:alert(1)"] },
      ...of("invalid_redirect_uri"),
    },
    {
      title: "the longest name",
      input: { client_name: "n".repeat(AGENT_NAME_MAX) },
      outcome: "taken",
    },
    {
      title: "a longer name",
      input: { client_name: "n".repeat(AGENT_NAME_MAX + 1) },
      ...of("invalid_client_metadata"),
    },
    { title: "a blank name", input: { client_name: " " }, ...of("invalid_client_metadata") },
    {
      title: "a name that is no text",
      input: { client_name: {} },
      ...of("invalid_client_metadata"),
    },
    {
      title: "another grant alone",
      input: { grant_types: ["client_credentials"] },
      ...of("invalid_client_metadata"),
    },
    {
      title: "another response alone",
      input: { response_types: ["token"] },
      ...of("invalid_client_metadata"),
    },
  ],
});

test("oauth client: 7 days without having been let in, 90 days since -> forgotten, the next registration removes it", async () => {
  const world = await openPlatformWorld();
  const register = () => world.made(oauthClientCreate, { redirect_uris: [URI] });
  const { client_id: unused } = await register();
  const { client_id: used } = await register();
  const isKnown = (id: string) => registeredClient(world.state, id, world.nowMs) !== undefined;
  const fact: ClientUsed = { kind: "oauth_client.used.1", clientId: used };
  world.apply([fact]);
  const beganMs = world.nowMs;
  world.nowMs = beganMs + UNUSED_KEPT_MS - 1;
  assert.deepEqual([isKnown(unused), isKnown(used)], [true, true]);
  world.nowMs += 1;
  assert.deepEqual([isKnown(unused), isKnown(used)], [false, true]);
  await register();
  assert.equal(world.state.clients.size, 2);
  world.nowMs = beganMs + USED_KEPT_MS;
  assert.equal(isKnown(used), false);
  await register();
  assert.equal(world.state.clients.size, 1);
});

test("oauth client: as many as are kept -> the oldest that nobody has let in gives way; where all are in use, none is registered", async () => {
  const register = (world: PlatformWorld) =>
    world.run(oauthClientCreate, { redirect_uris: [URI] }).code;
  const unused = await openPlatformWorld();
  const clients = clientsOf(unused.nowMs);
  unused.apply(clients);
  assert.equal(register(unused), undefined);
  assert.equal(unused.state.clients.size, CLIENTS_MAX);
  const isKnown = ({ client }: ClientRegistered) =>
    registeredClient(unused.state, client.clientId, unused.nowMs) !== undefined;
  assert.deepEqual(clients.slice(0, 2).map(isKnown), [false, true]);
  const inUse = await openPlatformWorld();
  inUse.apply(clientsOf(inUse.nowMs, inUse.nowMs));
  assert.equal(register(inUse), "ledger_unavailable");
  // Their logins are over by now.
  inUse.nowMs += USED_KEPT_MS - UNUSED_KEPT_MS;
  assert.equal(register(inUse), undefined);
});

/** As many clients as are kept; `lastUsedAtMs`: when each was let in. */
function clientsOf(createdAtMs: number, lastUsedAtMs?: number): ClientRegistered[] {
  return Array.from({ length: CLIENTS_MAX }, (_, number) => ({
    kind: "oauth_client.registered.1",
    client: {
      clientId: `oac_${encodeIdSuffix(createdAtMs, 0, 1 + (number >> 10), number & 1_023)}`,
      redirectUris: [URI],
      createdAtMs,
      ...(lastUsedAtMs !== undefined && { lastUsedAtMs }),
    },
  }));
}
