/** Decision table of api_key.roll. */
import assert from "node:assert/strict";
import {
  allKeys,
  keyCompany,
  newKey,
  newLiveKey,
} from "../../../test/support/features/api_key/keys.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { isoTime } from "../../base/iso_time.ts";
import { EFFECT_OWED, type EffectOwed } from "../../contract/declare/effect.ts";
import type { ApiKeyDocument } from "../platform/platform_state.ts";
import type { Telling } from "../platform/platform_telling.ts";
import { sessionRevoke } from "../session/session.revoke.ts";
import { apiKeyRevoke } from "./api_key.revoke.ts";
import { apiKeyRoll, ROLL_OVERLAP_SECONDS_MAX } from "./api_key.roll.ts";

const NINETY_DAYS_MS = 90 * 86_400_000;

async function given(world: PlatformWorld) {
  const company = await keyCompany(world);
  const { apiKeyId } = await newKey(world, company, { allowedCidrs: ["192.0.2.1"] });
  return { ...company, apiKeyId };
}
type Given = Awaited<ReturnType<typeof given>> & { world: PlatformWorld };

/** The input that rolls a new key of live. */
async function live({ world, ...company }: Given) {
  const { apiKeyId } = await newLiveKey(world, company);
  return { productId: company.liveProductId, apiKeyId };
}

platformTable(apiKeyRoll, {
  given,
  input: ({ productId, apiKeyId }) => ({ productId, apiKeyId, overlapSeconds: 60 }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "with an overlap",
      outcome: "a new key like the old one, which rolls; both are told",
      reply: {
        name: "Checkout",
        scopes: ["transfers:read"],
        allowedCidrs: ["192.0.2.1"],
        status: "active",
        expiresAt: isoTime(START_MS + NINETY_DAYS_MS),
      },
      check({ reply, facts }, { world, apiKeyId }) {
        const old = world.state.apiKeys.find(apiKeyId) as ApiKeyDocument;
        assert.deepEqual(
          [old.status, old.endsAtMs, old.replacedBy, old.revision],
          ["rolling", START_MS + 60_000, reply["apiKeyId"], 2],
        );
        const owed = facts.filter(({ kind }) => kind === EFFECT_OWED) as EffectOwed[];
        const told = owed.map(({ effect }) => (effect.payload as Telling).input["type"]);
        assert.deepEqual(told, ["api_key.rolled", "api_key.created"]);
      },
    },
    {
      title: "a key for agents without a person",
      async input({ world, ...company }: Given) {
        const { apiKeyId } = await newKey(world, company, { mcp: true });
        return { productId: company.productId, apiKeyId };
      },
      outcome: "the new key is one too",
      reply: { mcp: true },
    },
    {
      title: "by the login of a program that has ended meanwhile",
      asking: ({ owner }) => ({ caller: { ...owner.token, loginId: owner.session.sessionId } }),
      given: ({ world, owner }) => {
        const { sessionId } = owner.session;
        return world.made(sessionRevoke, { sessionId }, { caller: owner.session });
      },
      code: "session_revoked",
    },
    {
      title: "the longest overlap",
      input: { overlapSeconds: ROLL_OVERLAP_SECONDS_MAX },
      outcome: "a new key",
    },
    {
      title: "an overlap that is longer",
      input: { overlapSeconds: ROLL_OVERLAP_SECONDS_MAX + 1 },
      code: "invalid_request",
    },
    {
      title: "without an overlap",
      input: ({ productId, apiKeyId }) => ({ productId, apiKeyId, overlapSeconds: 0 }),
      outcome: "the old key is over at once",
      check(_, { world, apiKeyId }) {
        const old = world.state.apiKeys.find(apiKeyId) as ApiKeyDocument;
        assert.deepEqual([old.status, old.revokedAtMs], ["revoked", START_MS]);
      },
    },
    {
      title: "a key of live, in a browser with a second factor",
      asking: ({ secured }) => ({ caller: secured }),
      input: live,
      outcome: "a key of live",
      check: ({ reply }) => assert.match(String(reply["key"]), /^service_live_/),
    },
    {
      title: "a key that nobody has",
      input: { apiKeyId: "key_0000000000000000000000" },
      code: "resource_not_found",
    },
    {
      title: "a key of live, by a role that writes in the sandbox alone",
      asking: ({ developer }) => ({ caller: developer.session }),
      input: live,
      code: "missing_required_permission",
    },
    {
      title: "a key of live, with a token",
      asking: ({ owner }) => ({ caller: owner.token }),
      input: live,
      code: "session_required",
    },
    {
      title: "a key of live, in a browser without a second factor",
      input: live,
      code: "mfa_verification_required",
    },
    {
      title: "a key that is revoked",
      given: ({ world, owner, productId, apiKeyId }) =>
        world.made(apiKeyRevoke, { productId, apiKeyId }, { caller: owner.session }),
      code: "key_revoked",
      details: { revokedAt: isoTime(START_MS) },
    },
    {
      title: "a key that has expired",
      given({ world }) {
        world.nowMs += NINETY_DAYS_MS;
      },
      code: "key_revoked",
      details: { revokedAt: isoTime(START_MS + NINETY_DAYS_MS) },
    },
    {
      title: "a key that rolls already",
      async given({ world, owner, productId, apiKeyId }) {
        const input = { productId, apiKeyId, overlapSeconds: 60 };
        await world.made(apiKeyRoll, input, { caller: owner.session });
      },
      code: "state_conflict",
      details: { actual: "rolling" },
    },
    {
      title: "a token that lacks a scope of the key",
      asking: ({ owner }) => ({ caller: { ...owner.token, scopes: new Set(["keys:write"]) } }),
      code: "missing_required_scope",
    },
    {
      title: "as many keys as a Product may have",
      async input({ world, ...company }) {
        const { apiKeyId } = await allKeys(world, { ...company, productId: company.liveProductId });
        return { productId: company.liveProductId, apiKeyId };
      },
      code: "state_constraint_failed",
      details: { constraint: "api_keys" },
    },
  ],
});
