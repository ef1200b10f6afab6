/** Decision table of api_key.expire, and the steps of keys in the order of time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { keyCompany, newKey } from "../../../test/support/features/api_key/keys.ts";
import { START_MS } from "../../../test/world/callers.ts";
import {
  openPlatformWorld,
  type PlatformWorld,
  platformTable,
} from "../../../test/world/platform_world.ts";
import { isoTime } from "../../base/iso_time.ts";
import { EFFECT_OWED, type EffectOwed } from "../../contract/declare/effect.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Telling } from "../platform/platform_telling.ts";
import { apiKeyExpire } from "./api_key.expire.ts";
import { apiKeyRoll } from "./api_key.roll.ts";

const DAY_MS = 86_400_000;

async function given(world: PlatformWorld) {
  const company = await keyCompany(world);
  const { apiKeyId } = await newKey(world, company);
  return { ...company, apiKeyId };
}

/** What a record owes to be told. */
function toldOf(facts: readonly Fact[]): unknown[] {
  const owed = facts.filter(({ kind }) => kind === EFFECT_OWED) as EffectOwed[];
  return owed.map(({ effect }) => (effect.payload as Telling).input["type"]);
}

platformTable(apiKeyExpire, {
  given,
  input: ({ apiKeyId }) => ({ apiKeyId }),
  asking: ({ owner }) => ({ caller: owner.session, cause: "clock" }),
  rows: [
    {
      title: "seven days before the end",
      given({ world }) {
        world.nowMs += 83 * DAY_MS;
      },
      outcome: "told, and in force",
      reply: { status: "active" },
      check: ({ facts }) => assert.deepEqual(toldOf(facts), ["api_key.expiring"]),
    },
    {
      title: "at the end, nothing told before",
      given({ world }) {
        world.nowMs += 90 * DAY_MS;
      },
      outcome: "expired, and nothing told",
      reply: { status: "expired" },
      check: ({ facts }) => assert.deepEqual(toldOf(facts), []),
    },
    {
      title: "at the end of an overlap",
      async given({ world, owner, productId, apiKeyId }) {
        const input = { productId, apiKeyId, overlapSeconds: 60 };
        await world.made(apiKeyRoll, input, { caller: owner.session });
        world.nowMs += 61_000;
      },
      outcome: "revoked when the overlap ended, told",
      reply: { status: "revoked", revokedAt: isoTime(START_MS + 60_000) },
      check: ({ facts }) => assert.deepEqual(toldOf(facts), ["api_key.revoked"]),
    },
    {
      title: "a millisecond before anything is due",
      given({ world }) {
        world.nowMs += 83 * DAY_MS - 1;
      },
      code: "state_conflict",
    },
    {
      title: "a key that nobody has",
      input: { apiKeyId: "key_0000000000000000000000" },
      code: "resource_not_found",
    },
  ],
});

test("api_key.expire: keys of 90 days, of seven and without an end -> each step once, then none", async () => {
  const world = await openPlatformWorld();
  const company = await keyCompany(world);
  await newKey(world, company);
  await newKey(world, company, { expiresAt: isoTime(START_MS + 7 * DAY_MS) });
  const scopes = new Set(["keys:write", "transfers:read"]);
  await newKey(world, company, {}, { caller: { ...company.owner.token, scopes } });
  const steps: unknown[] = [];
  for (const day of [6, 7, 82, 83, 89, 90, 400]) {
    world.nowMs = START_MS + day * DAY_MS;
    for (const { facts, reply } of world.passTime()) {
      // Besides keys, time ends sessions.
      if (reply.apiKeyId !== undefined) steps.push([day, toldOf(facts), reply.status]);
    }
  }
  assert.deepEqual(steps, [
    [7, [], "expired"],
    [83, ["api_key.expiring"], "active"],
    [90, [], "expired"],
  ]);
});
