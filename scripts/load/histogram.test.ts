/** The histogram against a sorted array of the same values. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { newHistogram, PRECISION, VALUE_MAX } from "./histogram.ts";

test("histogram: no value -> zeros", () => {
  const histogram = newHistogram();
  assert.equal(histogram.count(), 0);
  assert.equal(histogram.percentile(99), 0);
  assert.equal(histogram.max(), 0);
  assert.equal(histogram.mean(), 0);
});

const ALONE: readonly (readonly [value: number, kept: number])[] = [
  [0, 0],
  [1, 1],
  [127, 127],
  [128, 128],
  [255, 255],
  [256, 256],
  [257, 257],
  [65_535, 65_535],
  [VALUE_MAX, VALUE_MAX],
  [VALUE_MAX + 1, VALUE_MAX],
  [-1, 0],
  [12.9, 12],
];

for (const [value, kept] of ALONE) {
  test(`histogram: the value ${value} alone -> every percentile is ${kept}`, () => {
    const histogram = newHistogram();
    histogram.record(value);
    for (const percent of [1, 50, 99.9, 100]) assert.equal(histogram.percentile(percent), kept);
    assert.equal(histogram.max(), kept);
  });
}

test("histogram: any values -> percentiles at most a thousandth above the sorted array's", () => {
  const values = fc.array(fc.integer({ min: 0, max: 2 ** 27 }), { minLength: 1, maxLength: 300 });
  const percents = [50, 90, 99, 99.9, 100];
  fc.assert(
    fc.property(values, (given) => {
      const histogram = newHistogram();
      for (const value of given) histogram.record(value);
      const sorted = [...given].sort((a, b) => a - b);
      for (const percent of percents) {
        const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length - 1e-9));
        const exact = sorted[rank - 1] as number;
        const found = histogram.percentile(percent);
        assert.ok(found >= exact && found <= exact * (1 + PRECISION), `${found} for ${exact}`);
      }
      assert.equal(histogram.max(), sorted.at(-1));
      assert.equal(histogram.countBetween(0, 2 ** 31), given.length);
      const middle = given.filter((value) => value >= 1_024 && value < 65_536).length;
      assert.equal(histogram.countBetween(1_024, 65_536), middle);
    }),
    { numRuns: 200 },
  );
});

test("histogram: reset -> as new", () => {
  const histogram = newHistogram();
  histogram.record(5);
  histogram.reset();
  assert.deepEqual([histogram.count(), histogram.max(), histogram.percentile(50)], [0, 0, 0]);
});
