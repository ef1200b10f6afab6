/** Decision table of api_key.list. */
import assert from "node:assert/strict";
import { keyCompany, newKey, newLiveKey } from "../../../test/support/features/api_key/keys.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { isoTime } from "../../base/iso_time.ts";
import { apiKeyList } from "./api_key.list.ts";
import { apiKeyRevoke } from "./api_key.revoke.ts";
import type { ApiKey } from "./api_key_document.ts";

/** Two keys of the sandbox, the first of them revoked, and one of live. */
async function given(world: PlatformWorld) {
  const company = await keyCompany(world);
  const own = { ...company, productId: company.liveProductId };
  const first = await newKey(world, own, { name: "First" });
  world.nowMs += 1_000;
  await newKey(world, own, { name: "Second", expiresAt: isoTime(START_MS + 9_000) });
  await newLiveKey(world, company);
  await newKey(world, company, { name: "Of another Product" });
  const input = { productId: own.productId, apiKeyId: first.apiKeyId };
  await world.made(apiKeyRevoke, input, { caller: company.owner.session });
  return company;
}

const names = (reply: Record<string, unknown>) =>
  (reply["items"] as ApiKey[]).map(({ name }) => name);

platformTable(apiKeyList, {
  given,
  input: ({ liveProductId }) => ({ productId: liveProductId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "of a Product",
      outcome: "its keys of both environments, newest first, without a secret",
      check({ reply }) {
        assert.deepEqual(names(reply), ["Shop", "Second", "First"]);
        assert.doesNotMatch(JSON.stringify(reply), /"(key|digest|slot|operationSet)":/);
      },
    },
    {
      title: "of the sandbox that are in force",
      input: { environment: "sandbox", status: "active" },
      outcome: "those",
      check: ({ reply }) => assert.deepEqual(names(reply), ["Second"]),
    },
    {
      title: "that have expired by the clock",
      input: { status: "expired" },
      given({ world }) {
        world.nowMs += 9_000;
      },
      outcome: "that one",
      check: ({ reply }) => assert.deepEqual(names(reply), ["Second"]),
    },
    {
      title: "made before a time",
      input: { createdTo: isoTime(START_MS + 1_000) },
      outcome: "those",
      check: ({ reply }) => assert.deepEqual(names(reply), ["First"]),
    },
    {
      title: "page by page",
      input: { limit: "2" },
      outcome: "the newest, and a cursor for the rest",
      async check({ reply, input }, { world, owner }) {
        assert.deepEqual(names(reply), ["Shop", "Second"]);
        const next = { ...input, cursor: reply["nextCursor"] };
        const more = await world.found(apiKeyList, next, { caller: owner.session });
        assert.deepEqual([names(more), more["nextCursor"]], [["First"], undefined]);
      },
    },
    {
      title: "of a Product of another company",
      input: ({ foreignProductId }) => ({ productId: foreignProductId }),
      code: "resource_not_found",
    },
  ],
});
