/** Payouts and their limits: which are refused, what counts, and what is given back to which period. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bookPayable,
  cancelPayout,
  type Payable,
  pay,
  payable,
  payoutOf,
} from "../../../test/support/features/payout/payouts.ts";
import {
  limitPayouts,
  removeLimit,
} from "../../../test/support/features/payout_limit/payout_limits.ts";
import {
  advanceClock,
  balanceOf,
  createAccount,
  createCustomer,
  fund,
} from "../../../test/world/parties.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { payoutLimitList } from "../payout_limit/payout_limit.list.ts";
import { payoutBatchCreate } from "./payout.batch.create.ts";
import { payoutCreate } from "./payout.create.ts";
import type { PayoutBatch } from "./payout_batch.ts";

async function opened(caps: object, period = "P1D"): Promise<Payable & { world: World }> {
  const world = await openWorld();
  const parties = await payable(world);
  limitPayouts(world, { period, ...caps });
  return { world, ...parties };
}

/** What became of a payout: its status, or why it was refused. */
function paid({ world, ...parties }: Payable & { world: World }, amount: string): unknown {
  const { status, error } = pay(world, parties, amount);
  return status ?? error.code;
}

/** What the refusal of a payout says of the limit. */
function refusedBy({ world, ...parties }: Payable & { world: World }, amount: string) {
  const { error } = pay(world, parties, amount);
  assert.equal(error.code, "exposure_cap_exceeded");
  const { operation: _, docUrl: _url, ...details } = error.details;
  return details;
}

test("payout limit: the most of one, one unit more -> taken, refused by payout_each", async () => {
  const one = await opened({ maxEach: "100" });
  assert.equal(paid(one, "100"), "processing");
  assert.deepEqual(refusedBy(one, "101"), {
    ...{ cap: "payout_each", limit: "100", current: "0", requested: "101" },
    ...{ currency: "EUR", period: "P1D" },
  });
});

test("payout limit: as many as the period may have, one more -> taken, refused by payout_count, and no money is reserved", async () => {
  const one = await opened({ maxCount: 2 });
  assert.deepEqual([paid(one, "1"), paid(one, "2")], ["processing", "processing"]);
  const { cap, limit, current, requested } = refusedBy(one, "3");
  assert.deepEqual([cap, limit, current, requested], ["payout_count", "2", "2", "1"]);
  assert.equal(balanceOf(one.world, one.source).held, "3");
});

test("payout limit: up to the sum of the period, one unit more -> taken, refused by payout_amount before the balance is looked at", async () => {
  const one = await opened({ maxAmount: "1000" });
  assert.equal(paid(one, "600"), "processing");
  const { cap, limit, current, requested } = refusedBy(one, "401");
  assert.deepEqual([cap, limit, current, requested], ["payout_amount", "1000", "600", "401"]);
  assert.equal(refusedBy(one, "2000000")["cap"], "payout_amount");
  assert.equal(paid(one, "400"), "processing");
});

test("payout limit: a whole balance -> judged by its amount", async () => {
  const { world, ...parties } = await opened({ maxAmount: "999999" });
  const draft = { ...payoutOf(parties), amount: undefined, wholeBalance: true };
  const { code } = world.run(payoutCreate, draft);
  assert.equal(code, "exposure_cap_exceeded");
});

for (const [period, last, next] of [
  ["P1D", "2026-01-31T23:59:59Z", "2026-02-01T00:00:00Z"],
  ["P1W", "2026-02-01T23:59:59Z", "2026-02-02T00:00:00Z"],
  ["P1M", "2026-01-31T23:59:59Z", "2026-02-01T00:00:00Z"],
] as const) {
  test(`payout limit: ${period}, the last second, and the first of the next -> refused, taken`, async () => {
    const one = await opened({ maxCount: 1 }, period);
    assert.equal(paid(one, "9905"), "processing");
    advanceClock(one.world, last);
    assert.equal(refusedBy(one, "9905")["period"], period);
    advanceClock(one.world, next);
    assert.equal(paid(one, "9905"), "processing");
  });
}

test("payout limit: one is cancelled, one fails, one is refused by its provider -> given back to the period", async () => {
  const one = await opened({ maxCount: 2 }, "P1M");
  const { world, ...parties } = one;
  const { payoutId } = pay(world, parties, "5");
  assert.equal(paid(one, "9901"), "provider_egress_rejected");
  assert.equal(paid(one, "6"), "processing");
  assert.equal(refusedBy(one, "7")["cap"], "payout_count");
  assert.equal(cancelPayout(world, payoutId).status, "cancelled");
  assert.equal(paid(one, "7"), "processing");
  assert.equal(await used(world), "2 13");
});

test("payout limit: one of the period before fails -> nothing is given back to the present one", async () => {
  const one = await opened({ maxCount: 5 });
  assert.equal(paid(one, "9903"), "processing");
  advanceClock(one.world, "2026-02-03T00:00:00Z");
  assert.equal(paid(one, "1"), "processing");
  advanceClock(one.world, "2026-02-03T12:00:00Z");
  assert.equal(await used(one.world), "1 1");
});

test("payout limit: one is returned -> it was paid, and counts", async () => {
  const one = await opened({ maxCount: 5 }, "P1M");
  assert.equal(paid(one, "9904"), "processing");
  limitPayouts(one.world, { period: "P1W", maxCount: 5 });
  assert.equal(await used(one.world), "1 9904");
});

/** What is used of the only limit, or of the first one. */
async function used(world: World): Promise<string> {
  const { productId } = world.principal;
  const { items } = await world.found(payoutLimitList, { productId });
  const [first] = items as { usedCount: number; usedAmount: string }[];
  return `${first?.usedCount} ${first?.usedAmount}`;
}

test("payout limit: of a customer -> that customer's payouts alone; those of the Product hold too, and come first", async () => {
  const world = await openWorld();
  const { beneficiaryId, source } = await payable(world);
  const { customerId } = createCustomer(world);
  const { accountId } = createAccount(world, { owner: { type: "customer", id: customerId } });
  fund(world, accountId, 1_000n);
  limitPayouts(world, { customerId, maxCount: 1 });
  const ofCustomer = { world, beneficiaryId, source: accountId };
  const ofProduct = { world, beneficiaryId, source };
  assert.deepEqual([paid(ofProduct, "1"), paid(ofProduct, "1")], ["processing", "processing"]);
  assert.equal(paid(ofCustomer, "1"), "processing");
  assert.equal(refusedBy(ofCustomer, "1")["customerId"], customerId);
  limitPayouts(world, { maxCount: 3 });
  assert.equal(refusedBy(ofCustomer, "1")["customerId"], undefined);
  removeLimit(world);
  removeLimit(world, { customerId });
  assert.equal(paid(ofCustomer, "1"), "processing");
});

test("payout limit: another currency, another environment -> not limited", async () => {
  const one = await opened({ maxCount: 0, currency: "USD" });
  assert.equal(paid(one, "1"), "processing");
});

test("payout limit: over the book -> counts as one over a bank does", async () => {
  const one = await opened({ maxCount: 1 });
  assert.equal(paid({ ...one, ...bookPayable(one.world) }, "1"), "posted");
  assert.equal(refusedBy(one, "1")["cap"], "payout_count");
});

test("payout limit: a batch -> each item counts after those before it; atomic, the first beyond it refuses all", async () => {
  const one = await opened({ maxCount: 3, maxAmount: "10" });
  const { world } = one;
  const items = ["4", "7", "2000000", "6", "1"].map((amount) => payoutOf(one, amount));
  const { results } = world.made(payoutBatchCreate, { items }) as unknown as PayoutBatch;
  assert.deepEqual(
    results.map(({ status, error }) => error?.details["cap"] ?? status),
    ["created", "payout_amount", "payout_amount", "created", "payout_amount"],
  );
  removeLimit(world);
  limitPayouts(world, { maxCount: 3 });
  const { code, facts } = world.run(payoutBatchCreate, { items: items.slice(3), atomic: true });
  assert.deepEqual([code, facts], ["exposure_cap_exceeded", []]);
  assert.equal(await used(world), "2 10");
});

test("payout limit: many periods -> one small document for each scope", async () => {
  const one = await opened({ maxCount: 9 });
  for (const day of ["02-01", "02-05", "03-01", "04-01"]) {
    advanceClock(one.world, `2026-${day}T09:30:00Z`);
    assert.equal(paid(one, "1"), "processing");
  }
  const documents = [...one.world.state.payoutUsages.values()];
  assert.equal(documents.length, 1);
  assert.ok(JSON.stringify(documents[0]).length < 300);
});
