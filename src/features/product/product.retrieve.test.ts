/** Tests of product.retrieve. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { PRINCIPAL, PRODUCT_ID, TENANT_ID } from "../testing.ts";
import { advanceClock } from "../testing_time.ts";
import { assertContains, createHoldingShard, DEADLINE } from "../transfer_hold/testing.ts";
import { productRetrieve } from "./product.retrieve.ts";

const START = "2026-01-31T09:30:00.000Z";

test("product.retrieve: sandbox key -> the Product with its sandbox clock", () => {
  const shard = createHoldingShard();
  advanceClock(shard, DEADLINE);
  const { reply } = shard.read(productRetrieve, { productId: PRODUCT_ID });
  assert.ok(Value.Check(productRetrieve.output, reply));
  assert.deepEqual(reply, {
    productId: PRODUCT_ID,
    tenantId: TENANT_ID,
    name: "Test",
    status: "active",
    environment: "sandbox",
    capabilities: ["ledger", "customers", "transfers", "holds"],
    fees: [{ code: "transfer", amount: "0" }],
    usageRates: [],
    activation: { status: "not_requested" },
    sandbox: { clockEffectiveAt: DEADLINE },
    revision: 1,
    createdAt: START,
    updatedAt: START,
  });
});

test("product.retrieve: sandbox without a scope yet -> its clock at the Product's creation", () => {
  const shard = createHoldingShard();
  const { reply } = shard.read(productRetrieve, { productId: PRODUCT_ID }, { scope: undefined });
  assertContains(reply, { sandbox: { clockEffectiveAt: START } });
});

test("product.retrieve: live key -> no sandbox clock", () => {
  const shard = createHoldingShard("live");
  const principal = { ...PRINCIPAL, environment: "live" } as const;
  const { reply } = shard.read(productRetrieve, { productId: PRODUCT_ID }, { principal });
  assert.ok(Value.Check(productRetrieve.output, reply));
  assertContains(reply, { environment: "live" });
  assert.equal("sandbox" in (reply as object), false);
});

test("product.retrieve: another Product -> resource_not_found", () => {
  const { code, refusal } = createHoldingShard().read(productRetrieve, { productId: "prod_other" });
  assert.equal(code, "resource_not_found");
  assertContains(refusal?.details, { resourceType: "product" });
});
