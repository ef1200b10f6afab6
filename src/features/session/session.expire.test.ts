/** Decision table of session.expire. */
import assert from "node:assert/strict";
import { type LoggedIn, newLogin, refreshOf } from "../../../test/support/features/oauth/logins.ts";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { apiKeySandboxCreate } from "../api_key/api_key.sandbox.create.ts";
import { oauthTokenCreate } from "../oauth/oauth.token.create.ts";
import { statusOfKey } from "../platform/api_key_times.ts";
import type { ApiKeyChanged } from "../platform/platform_facts.ts";
import type { ApiKeyDocument } from "../platform/platform_state.ts";
import { sessionExpire } from "./session.expire.ts";
import { LOGIN_IDLE_MS, LOGIN_LASTS_MS } from "./session_document.ts";

platformTable(sessionExpire, {
  async given(world) {
    const company = await newCompany(world);
    const mine = await newPerson(world, company);
    const { productId } = await newProduct(world, company);
    return { mine, productId, login: await newLogin(world, mine) };
  },
  input: ({ login }) => ({ sessionId: login.sessionId }),
  asking: () => ({ cause: "clock" }),
  rows: [
    {
      title: "a login that was unused for 7 days",
      given({ world }) {
        world.nowMs += LOGIN_IDLE_MS;
      },
      outcome: "over",
      reply: { status: "expired", kind: "cli", idleExpiresAt: "2026-02-07T09:30:00.000Z" },
      check: (_, { world, login }) =>
        assert.equal(world.state.sessions.byId(1, login.sessionId)?.login?.endedAtMs, world.nowMs),
    },
    {
      title: "a millisecond before",
      given({ world }) {
        world.nowMs += LOGIN_IDLE_MS - 1;
      },
      code: "state_conflict",
      details: { actual: "active" },
    },
    {
      title:
        "a login that was unused for 7 days, with a key and a key of before, which shows no end",
      async given(given) {
        await twoKeys(given);
        given.world.nowMs += LOGIN_IDLE_MS;
      },
      outcome: "both are revoked",
      check: (_, { world }) => assert.deepEqual(keyStatuses(world), ["revoked", "revoked"]),
    },
    {
      title: "a login of 30 days, with a key that ends with it and a key of before",
      async given(given) {
        const endsAtMs = given.world.nowMs + LOGIN_LASTS_MS;
        await twoKeys(given);
        await keepInUse(given, endsAtMs);
        given.world.nowMs = endsAtMs;
      },
      outcome: "the first ends by itself, as it says, and the other is revoked",
      check(_, { world }) {
        assert.deepEqual(keyStatuses(world), ["active", "revoked"]);
        const [first] = [...world.state.apiKeys.values()];
        assert.equal(first && statusOfKey(first, world.nowMs), "expired");
      },
    },
    {
      title: "a session of a browser",
      input: ({ mine }) => ({ sessionId: mine.session.sessionId }),
      code: "session_not_found",
    },
    { title: "no id", input: { sessionId: 1 }, code: "invalid_request" },
  ],
});

type Given = { world: PlatformWorld; productId: string; login: LoggedIn };

/** Two keys of the login; the second as they were made before keys said when their login ends. */
async function twoKeys({ world, productId, login }: Given): Promise<void> {
  const draft = { productId, name: "cli", scopes: ["accounts:read"] };
  await world.made(apiKeySandboxCreate, draft, { caller: login.caller });
  const second = await world.made(apiKeySandboxCreate, draft, { caller: login.caller });
  const {
    realm: _,
    expiresAtMs: __,
    ...apiKey
  } = world.state.apiKeys.find(second.apiKeyId) as ApiKeyDocument;
  const fact: ApiKeyChanged = { kind: "api_key.changed.1", apiKey };
  world.apply([fact]);
}

/** Refreshes the login often enough that it is never unused for long. */
async function keepInUse({ world, login }: Given, endsAtMs: number): Promise<void> {
  let { refresh } = login;
  while (world.nowMs + LOGIN_IDLE_MS <= endsAtMs) {
    world.nowMs += LOGIN_IDLE_MS - 1;
    const tokens = await world.made(oauthTokenCreate, refreshOf(refresh));
    refresh = tokens.refresh_token;
  }
}

function keyStatuses(world: PlatformWorld): string[] {
  return [...world.state.apiKeys.values()].map(({ status }) => status);
}
