/** Shares and parts of amounts: rounding by table, and sums by properties. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import { ROUNDINGS, type Rounding } from "../functions.ts";
import { AMOUNT_MAX } from "../program_limits.ts";
import { bpsOf, ratioOf, roundedShare, type SplitAsk, splitList, splitPart } from "./amounts.ts";
import { isRefusal, refusalOr } from "./refused.ts";

const ROUNDED: [amount: bigint, bps: number, Record<Rounding, bigint>][] = [
  [10_000n, 250, { down: 250n, up: 250n, half_up: 250n, half_even: 250n }],
  [101n, 100, { down: 1n, up: 2n, half_up: 1n, half_even: 1n }],
  [150n, 100, { down: 1n, up: 2n, half_up: 2n, half_even: 2n }],
  [250n, 100, { down: 2n, up: 3n, half_up: 3n, half_even: 2n }],
  [199n, 100, { down: 1n, up: 2n, half_up: 2n, half_even: 2n }],
  [1n, 1, { down: 0n, up: 1n, half_up: 0n, half_even: 0n }],
  [0n, 10_000, { down: 0n, up: 0n, half_up: 0n, half_even: 0n }],
  [
    AMOUNT_MAX,
    10_000,
    { down: AMOUNT_MAX, up: AMOUNT_MAX, half_up: AMOUNT_MAX, half_even: AMOUNT_MAX },
  ],
];
for (const [amount, bps, results] of ROUNDED) {
  for (const rounding of ROUNDINGS) {
    test(`bps: ${bps} of ${amount}, ${rounding} -> ${results[rounding]}`, () => {
      assert.equal(bpsOf(amount, bps, rounding), results[rounding]);
    });
  }
}

const amounts = fc.bigInt({ min: 0n, max: AMOUNT_MAX });
const small = fc.bigInt({ min: 0n, max: 1_000n });

test("rounding: any share -> within one of the exact value, and between down and up", () => {
  fc.assert(
    fc.property(
      amounts,
      amounts,
      fc.bigInt({ min: 1n, max: AMOUNT_MAX }),
      (amount, numerator, denominator) => {
        const share = (rounding: Rounding) =>
          roundedShare(amount, { numerator, denominator }, rounding);
        const [down, up] = [share("down"), share("up")];
        assert.ok(
          down * denominator <= amount * numerator && amount * numerator <= up * denominator,
        );
        assert.ok(up - down <= 1n);
        const rest = 2n * (amount * numerator - down * denominator);
        for (const rounding of ["half_up", "half_even"] as const) {
          if (rest < denominator) assert.equal(share(rounding), down);
          if (rest > denominator) assert.equal(share(rounding), up);
        }
        if (rest === denominator) {
          assert.equal(share("half_up"), up);
          assert.equal(share("half_even") % 2n, 0n);
        }
      },
    ),
  );
});

test("ratio: of the whole amount -> all of it; a denominator of zero -> refused", () => {
  assert.equal(ratioOf(AMOUNT_MAX, [AMOUNT_MAX, AMOUNT_MAX], "down"), AMOUNT_MAX);
  assert.equal(ratioOf(10_333n, [1_000n, 31_000n], "down"), 333n);
  const answer = refusalOr(() => Object(ratioOf(1n, [1n, 0n], "down")));
  assert.ok(isRefusal(answer));
  assert.equal(answer.details["constraint"], "zero_denominator");
});

test("split: any amount in any number of parts -> parts that add up to it, none negative", () => {
  fc.assert(
    fc.property(fc.oneof(amounts, small), fc.integer({ min: 1, max: 400 }), (amount, count) => {
      const parts = Array.from({ length: count }, (_, index) => splitPart(amount, count, index));
      assert.equal(
        parts.reduce((sum, part) => sum + part, 0n),
        amount,
      );
      assert.ok(parts.every((part) => part >= 0n));
      assert.ok(parts.slice(0, -1).every((part) => part === parts[0]));
    }),
  );
});

const SPLITS: [count: number, index: number, constraint: string][] = [
  [0, 0, "split_count"],
  [-3, 0, "split_count"],
  [3, 3, "split_index"],
  [3, -1, "split_index"],
];
for (const [count, index, constraint] of SPLITS) {
  test(`split: part ${index} of ${count} -> refused as ${constraint}`, () => {
    const answer = refusalOr(() => Object(splitPart(10n, count, index)));
    assert.ok(isRefusal(answer));
    assert.equal(answer.details["constraint"], constraint);
  });
}

test("split list: cap, min, and what is left -> in this order of strength", () => {
  assert.deepEqual(splitList(100n, [{ asked: 30n }, { asked: undefined }]), [30n, 70n]);
  assert.deepEqual(splitList(100n, [{ asked: 30n, cap: 10n }, { asked: undefined }]), [10n, 90n]);
  assert.deepEqual(splitList(100n, [{ asked: 1n, min: 10n }, { asked: undefined }]), [10n, 90n]);
  const both = { asked: 1n, min: 20n, cap: 10n };
  assert.deepEqual(splitList(100n, [both, { asked: undefined }]), [10n, 90n]);
  assert.deepEqual(splitList(5n, [{ asked: 1n, min: 10n }, { asked: undefined }]), [5n, 0n]);
  assert.deepEqual(splitList(100n, [{ asked: 80n }, { asked: 80n }, { asked: undefined }]), [
    80n,
    20n,
    0n,
  ]);
});

test("split list: any whole and any asks -> parts that add up to it, none negative or over its cap", () => {
  const optional = fc.option(small, { nil: undefined });
  const ask: fc.Arbitrary<SplitAsk> = fc.record({ asked: small, min: optional, cap: optional });
  fc.assert(
    fc.property(fc.oneof(amounts, small), fc.array(ask, { maxLength: 15 }), (whole, asks) => {
      const parts = splitList(whole, [...asks, { asked: undefined }]);
      assert.equal(
        parts.reduce((sum, part) => sum + part, 0n),
        whole,
      );
      for (const [index, part] of parts.entries()) {
        assert.ok(part >= 0n);
        const cap = asks[index]?.cap;
        if (cap !== undefined) assert.ok(part <= cap);
      }
    }),
  );
});
