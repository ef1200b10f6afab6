/** platform.product.list: the Products at one stage of the way to live. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newCompany, newProduct } from "../../../test/world/people.ts";
import { openPlatformWorld } from "../../../test/world/platform_world.ts";
import { platformProductActivationDecide } from "./platform.product.activation.decide.ts";
import { platformProductList } from "./platform.product.list.ts";

const caller = { kind: "operator", user: "ada/1000" } as const;

test("platform.product.list: by activation, by tenant -> those alone, newest first", async () => {
  const world = await openPlatformWorld();
  const company = await newCompany(world);
  const other = await newCompany(world, "Other");
  const plain = await newProduct(world, company);
  const live = await newProduct(world, company, { liveActivated: true });
  const foreign = await newProduct(world, other, { liveActivated: true });
  const { productId } = await newProduct(world, other, { liveActivated: true });
  const decision = { productId, outcome: "suspended", reason: "a question" };
  await world.made(platformProductActivationDecide, decision, { caller });
  const listed = async (filters: object) => {
    const { items } = await world.found(platformProductList, { ...filters }, { caller });
    return items.map((item: { productId: string }) => item.productId);
  };
  assert.deepEqual(await listed({ activation: "active" }), [foreign.productId, live.productId]);
  assert.deepEqual(await listed({ activation: "suspended" }), [productId]);
  assert.deepEqual(await listed({ activation: "not_requested" }), [plain.productId]);
  const { tenantId } = company;
  assert.deepEqual(await listed({ tenantId }), [live.productId, plain.productId]);
  assert.deepEqual(await listed({ tenantId, activation: "requested" }), []);
});
