/** What meters count: kinds of facts that there are, and each meter with one price. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PRICE_LIST } from "../product/price_list.ts";
import { SHARD_REGISTRY } from "../registry.ts";
import { METERS } from "./meters.ts";

test("meters: every kind of fact that one counts -> is a kind of a ledger shard, and of one meter", () => {
  const kinds = METERS.flatMap(({ facts }) => [...facts]);
  assert.equal(new Set(kinds).size, kinds.length);
  assert.deepEqual(
    kinds.filter((kind) => !SHARD_REGISTRY.apply.has(kind)),
    [],
  );
});

test("meters: the price list -> has each once, in the same order", () => {
  const { fees, usageRates } = PRICE_LIST;
  assert.deepEqual(
    [...fees.map(({ code }) => code), ...usageRates.map(({ meter }) => meter)],
    METERS.map(({ meter }) => meter),
  );
});
