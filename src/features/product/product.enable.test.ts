/** Decision table of product.enable. */
import assert from "node:assert/strict";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { gateOf } from "../../access/gate.ts";
import { checkPermission } from "../../access/permission.ts";
import { EFFECT_OWED, type EffectOwed } from "../../contract/declare/effect.ts";
import type { Telling } from "../platform/platform_telling.ts";
import { productDisable } from "./product.disable.ts";
import { productEnable } from "./product.enable.ts";

async function given(world: PlatformWorld) {
  const company = await newCompany(world);
  const foreign = await newProduct(world, await newCompany(world, "Other"));
  const { productId } = await newProduct(world, company);
  const owner = await newPerson(world, company);
  await world.made(productDisable, { productId }, { caller: owner.session });
  return { productId, foreignProductId: foreign.productId, owner };
}

platformTable(productEnable, {
  given,
  input: ({ productId }) => ({ productId }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a Product of the company",
      outcome: "active, told in both of its realms",
      reply: { status: "active" },
      check({ facts }, { owner }) {
        const owed = facts.filter(({ kind }) => kind === EFFECT_OWED) as EffectOwed[];
        const told = owed.map(({ effect }) => (effect.payload as Telling).input["type"]);
        assert.deepEqual(told, ["product.enabled", "product.enabled"]);
        const developer = { ...owner.session, role: "developer" as const };
        const refusal = checkPermission(developer, "sandbox", gateOf(productEnable));
        assert.equal(refusal?.details["permission"], "products:write@live");
      },
    },
    {
      title: "a Product of another company",
      input: ({ foreignProductId }) => ({ productId: foreignProductId }),
      code: "resource_not_found",
    },
    {
      title: "a Product that is active already",
      given: ({ world, productId, owner }) =>
        world.made(productEnable, { productId }, { caller: owner.session }),
      code: "state_conflict",
      details: { actual: "active" },
    },
  ],
});
