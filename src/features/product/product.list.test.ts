/** Decision table of product.list. */
import assert from "node:assert/strict";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { productDisable } from "./product.disable.ts";
import { productList } from "./product.list.ts";
import type { Product } from "./product_document.ts";

async function given(world: PlatformWorld) {
  const company = await newCompany(world);
  const owner = await newPerson(world, company);
  const first = await newProduct(world, company, { name: "First" });
  world.nowMs += 1_000;
  await newProduct(world, company, { name: "Second" });
  await newProduct(world, await newCompany(world, "Other"), { name: "Foreign" });
  await world.made(productDisable, { productId: first.productId }, { caller: owner.session });
  return { owner };
}

const names = (reply: Record<string, unknown>) =>
  (reply["items"] as Product[]).map(({ name }) => name);

platformTable(productList, {
  given,
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "of the company",
      outcome: "its Products, newest first, and nobody else's",
      check: ({ reply }) => assert.deepEqual(names(reply), ["Second", "First"]),
    },
    {
      title: "that are disabled",
      input: { status: "disabled" },
      outcome: "those",
      check: ({ reply }) => assert.deepEqual(names(reply), ["First"]),
    },
    { title: "with a cursor of nobody", input: { cursor: "x" }, code: "invalid_request" },
  ],
});
