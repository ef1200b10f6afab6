/** Decision table of product.update. */
import assert from "node:assert/strict";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { platformProductUpdate } from "../platform/platform.product.update.ts";
import { productUpdate } from "./product.update.ts";

async function given(world: PlatformWorld) {
  const company = await newCompany(world);
  const foreign = await newProduct(world, await newCompany(world, "Other"));
  const { productId } = await newProduct(world, company);
  const owner = await newPerson(world, company);
  return { productId, foreignProductId: foreign.productId, owner };
}

platformTable(productUpdate, {
  given,
  input: ({ productId }) => ({ productId, name: "Purse" }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    { title: "another name", outcome: "it", reply: { name: "Purse", revision: 2 } },
    {
      title: "the same name",
      input: { name: "Wallet" },
      outcome: "no fact, no revision",
      reply: { revision: 1 },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a Product of another company",
      input: ({ foreignProductId }) => ({ productId: foreignProductId }),
      code: "resource_not_found",
    },
    {
      title: "a Product that is closed",
      given: ({ world, productId }) =>
        world.made(
          platformProductUpdate,
          { productId, status: "closed" },
          { caller: { kind: "operator", user: "ada" } },
        ),
      code: "state_conflict",
      details: { actual: "closed" },
    },
    { title: "another revision", input: { expectedRevision: 7 }, code: "state_conflict" },
  ],
});
