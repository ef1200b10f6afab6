/** Decision table of api_key.revoke. */
import assert from "node:assert/strict";
import { keyCompany, newKey, newLiveKey } from "../../../test/support/features/api_key/keys.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { isoTime } from "../../base/iso_time.ts";
import { apiKeyRevoke } from "./api_key.revoke.ts";
import { apiKeyRoll } from "./api_key.roll.ts";

async function given(world: PlatformWorld) {
  const company = await keyCompany(world);
  const { apiKeyId } = await newKey(world, company);
  return { ...company, apiKeyId };
}

platformTable(apiKeyRevoke, {
  given,
  input: ({ productId, apiKeyId }) => ({ productId, apiKeyId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a key in force",
      outcome: "revoked, with the time",
      reply: { status: "revoked", revokedAt: isoTime(START_MS), revision: 2 },
    },
    {
      title: "a key that is revoked already",
      async given({ world, owner, productId, apiKeyId }) {
        await world.made(apiKeyRevoke, { productId, apiKeyId }, { caller: owner.session });
        world.nowMs += 5_000;
      },
      outcome: "the time of the first revocation, and no fact",
      reply: { status: "revoked", revokedAt: isoTime(START_MS) },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a key whose overlap has ended, before the step that notes it",
      async given({ world, owner, productId, apiKeyId }) {
        const input = { productId, apiKeyId, overlapSeconds: 3 };
        await world.made(apiKeyRoll, input, { caller: owner.session });
        world.nowMs += 5_000;
      },
      outcome: "when the overlap ended",
      reply: { status: "revoked", revokedAt: isoTime(START_MS + 3_000) },
    },
    {
      title: "a key that nobody has",
      input: { apiKeyId: "key_0000000000000000000000" },
      code: "resource_not_found",
      details: { resourceType: "api_key" },
    },
    {
      title: "a key of live, by a role that writes in the sandbox alone",
      asking: ({ developer }) => ({ caller: developer.session }),
      async input({ world, ...company }) {
        const { apiKeyId } = await newLiveKey(world, company);
        return { productId: company.liveProductId, apiKeyId };
      },
      code: "missing_required_permission",
      details: { permission: "keys:write@live" },
    },
  ],
});
