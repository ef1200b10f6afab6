/** What has moved at a bank after a day, by the bank's own days: of money that came and left, that came back, and that the operator has entered. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BANK, DAY_MS, FakeShard, LIVE, MONDAY } from "../../test/support/relay/fake_shard.ts";
import { encodeIdSuffix, placeOf } from "../base/id.ts";
import { collections } from "../features/collection/collection_noun.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import { movedAfter } from "./bank_days.ts";

const [TUESDAY, WEDNESDAY, FRIDAY] = [1, 2, 4].map((days) => MONDAY + days * DAY_MS);
const suffix = encodeIdSuffix(MONDAY, 0, placeOf(3, 0), 0);
const transferAt = (atMs = 0) => `tr_${encodeIdSuffix(atMs, 0, placeOf(9, 0), 0)}`;

/** All files were imported on Friday; what each says happened when the bank says. */
function payout(told: object | undefined, more: object = {}): FakeShard {
  const shard = new FakeShard(0).put(LEDGER_TABLE.payout, LIVE, suffix, {
    ...{ payoutId: `po_${suffix}`, provider: BANK, amountMinor: "300", currency: "EUR" },
    ...{ reachedAtMs: { posted: FRIDAY }, ...more },
  });
  return told === undefined
    ? shard
    : shard.put(LEDGER_TABLE.providerRequest, LIVE, suffix, { told });
}
function collection(outcome: string, told: object, more: object = {}): FakeShard {
  return new FakeShard(0)
    .put(collections.table.code, LIVE, "c", {
      ...{ provider: BANK, amountMinor: "500", currency: "EUR", transferId: transferAt(FRIDAY) },
      ...{ attempts: [{ operationId: `op_${suffix}`, outcome }], ...more },
    })
    .put(LEDGER_TABLE.providerRequest, LIVE, suffix, { told });
}
const BACK = { reachedAtMs: { posted: FRIDAY, returned: FRIDAY } };
const credit = (more: object) => new FakeShard(0).credit(LIVE, "A", more);

/** What has moved after Monday, and after Tuesday. */
const ROWS: readonly [what: string, shard: FakeShard, monday: bigint, tuesday: bigint][] = [
  ["a credit of Monday", credit({}), 0n, 0n],
  ["a credit of Tuesday", credit({ occurredAtMs: TUESDAY }), 100n, 0n],
  ["a credit of Wednesday", credit({ occurredAtMs: WEDNESDAY }), 100n, 100n],
  [
    "a credit of Wednesday that was sent back",
    credit({ occurredAtMs: WEDNESDAY, status: "returned", reachedAtMs: { returned: FRIDAY } }),
    0n,
    0n,
  ],
  ["a credit of another bank", credit({ occurredAtMs: WEDNESDAY, provider: "other" }), 0n, 0n],
  ["a credit of nobody's", new FakeShard(0).nobodys("A", { occurredAtMs: WEDNESDAY }), 7n, 7n],
  [
    "a credit that was nobody's and is somebody's",
    credit({ occurredAtMs: WEDNESDAY }).nobodys("A", {
      occurredAtMs: WEDNESDAY,
      status: "assigning",
    }),
    100n,
    100n,
  ],
  [
    "a credit of nobody's that was sent back",
    new FakeShard(0).nobodys("A", { occurredAtMs: WEDNESDAY, status: "returned" }),
    0n,
    0n,
  ],
  ["a payout that left on Monday", payout({ newestAtMs: MONDAY }), 0n, 0n],
  ["a payout that left on Tuesday", payout({ newestAtMs: TUESDAY }), -300n, 0n],
  ["a payout of which no day was told", payout(undefined), -300n, -300n],
  ["a payout that has not left", payout({}, { reachedAtMs: {} }), 0n, 0n],
  [
    "a payout that left on Monday and came back on Wednesday",
    payout({ beforeAtMs: MONDAY, newestAtMs: WEDNESDAY }, BACK),
    300n,
    300n,
  ],
  [
    "a payout that left on Tuesday and came back on Wednesday",
    payout({ beforeAtMs: TUESDAY, newestAtMs: WEDNESDAY }, BACK),
    0n,
    300n,
  ],
  [
    "a payout that left and came back on Wednesday",
    payout({ newestAtMs: WEDNESDAY }, BACK),
    0n,
    0n,
  ],
  [
    "a payout that the operator has booked",
    payout({ newestAtMs: MONDAY }, { settledTransferId: "tr_1" }),
    0n,
    0n,
  ],
  [
    "a payout that the operator has booked, and that came back on Wednesday",
    payout({ newestAtMs: WEDNESDAY }, { settledTransferId: "tr_1", ...BACK }),
    300n,
    300n,
  ],
  ["a collection of Tuesday", collection("collected", { newestAtMs: TUESDAY }), 500n, 0n],
  ["a collection that is under way", collection("processing", { newestAtMs: TUESDAY }), 0n, 0n],
  [
    "a collection of Tuesday that was taken back on Wednesday",
    collection(
      "returned",
      { beforeAtMs: TUESDAY, newestAtMs: WEDNESDAY },
      { returnTransferId: transferAt(FRIDAY) },
    ),
    0n,
    -500n,
  ],
];
for (const [what, { view }, monday, tuesday] of ROWS) {
  test(`bank days: ${what} -> ${monday} after Monday, ${tuesday} after Tuesday`, async () => {
    const reading = { provider: BANK, views: [view], mayRead: () => undefined };
    const moved = await movedAfter(reading, "2026-01-05");
    assert.deepEqual(
      ["2026-01-05", "2026-01-06"].map((day) => moved.after("EUR", day)),
      [monday, tuesday],
    );
    assert.equal(moved.after("USD", "2026-01-05"), 0n);
  });
}
