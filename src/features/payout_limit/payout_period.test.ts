/** Periods of limits: where each begins and ends, over the ends of weeks, months and years. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isoTime } from "../../base/iso_time.ts";
import { dayOf, PAYOUT_PERIODS, type PayoutPeriod, rangeOf, startOf } from "./payout_period.ts";

const ROWS: readonly [day: string, period: PayoutPeriod, from: string, to: string][] = [
  ["2026-01-31", "P1D", "2026-01-31", "2026-02-01"],
  ["2026-01-31", "P1W", "2026-01-26", "2026-02-02"],
  ["2026-02-01", "P1W", "2026-01-26", "2026-02-02"],
  ["2026-02-02", "P1W", "2026-02-02", "2026-02-09"],
  ["2026-01-31", "P1M", "2026-01-01", "2026-02-01"],
  ["2025-12-31", "P1W", "2025-12-29", "2026-01-05"],
  ["2025-12-31", "P1M", "2025-12-01", "2026-01-01"],
  ["2028-02-29", "P1M", "2028-02-01", "2028-03-01"],
  ["1970-01-01", "P1W", "1969-12-29", "1970-01-05"],
];

for (const [day, period, from, to] of ROWS) {
  test(`payout period: ${day} in ${period} -> from ${from} until ${to}`, () => {
    const start = startOf(period, day);
    const { fromMs, toMs } = rangeOf(period, start);
    assert.deepEqual([start, dayOf(fromMs), isoTime(toMs)], [from, from, `${to}T00:00:00.000Z`]);
  });
}

test("payout period: every day of ten years -> in the range of its period, which begins on a Monday or on the first", () => {
  const days = 3_653;
  for (let at = 0; at < days; at++) {
    const timeMs = Date.UTC(2020, 0, 1 + at, 12);
    for (const period of PAYOUT_PERIODS) {
      const start = startOf(period, dayOf(timeMs));
      const { fromMs, toMs } = rangeOf(period, start);
      assert.ok(fromMs <= timeMs && timeMs < toMs, `${dayOf(timeMs)} ${period}`);
      if (period === "P1W") assert.equal(new Date(fromMs).getUTCDay(), 1);
      if (period === "P1M") assert.equal(new Date(fromMs).getUTCDate(), 1);
    }
  }
});
