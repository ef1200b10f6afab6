/** Decision table of api_key.retrieve. */
import { keyCompany, newKey } from "../../../test/support/features/api_key/keys.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { isoTime } from "../../base/iso_time.ts";
import { apiKeyRetrieve } from "./api_key.retrieve.ts";
import { apiKeyRoll } from "./api_key.roll.ts";

async function given(world: PlatformWorld) {
  const company = await keyCompany(world);
  const { apiKeyId } = await newKey(world, company);
  return { ...company, apiKeyId };
}

platformTable(apiKeyRetrieve, {
  given,
  input: ({ productId, apiKeyId }) => ({ productId, apiKeyId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a key of the company",
      outcome: "the key",
      reply: { name: "Checkout", status: "active" },
    },
    {
      title: "a key that another replaces, after the overlap",
      async given({ world, owner, productId, apiKeyId }) {
        const input = { productId, apiKeyId, overlapSeconds: 1 };
        await world.made(apiKeyRoll, input, { caller: owner.session });
        world.nowMs += 1_000;
      },
      outcome: "revoked when the overlap ended",
      reply: { status: "revoked", revokedAt: isoTime(START_MS + 1_000) },
    },
    {
      title: "a key of another Product of the company",
      input: ({ liveProductId }) => ({ productId: liveProductId }),
      code: "resource_not_found",
      details: { resourceType: "api_key" },
    },
    {
      title: "a Product of another company",
      input: ({ foreignProductId }) => ({ productId: foreignProductId }),
      code: "resource_not_found",
      details: { resourceType: "product" },
    },
  ],
});
