/**
 * Calendar functions: month ends, leap days, counts below zero, the bounds of the years, durations.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import * as calendar from "./calendar.ts";
import { isRefusal, refusalOr } from "./refused.ts";

const MONTHS: [date: string, count: number, result: string][] = [
  ["2026-01-31", 0, "2026-01-31"],
  ["2026-01-31", 1, "2026-02-28"],
  ["2026-01-31", 2, "2026-03-31"],
  ["2026-01-31", 3, "2026-04-30"],
  ["2026-01-31", 12, "2027-01-31"],
  ["2024-01-30", 1, "2024-02-29"],
  ["2026-03-31", -1, "2026-02-28"],
  ["2024-03-31", -1, "2024-02-29"],
  ["2026-01-15", -1, "2025-12-15"],
  ["2026-01-15", -13, "2024-12-15"],
  ["2026-12-31", 2, "2027-02-28"],
  ["2000-01-31", 1, "2000-02-29"],
  ["2100-01-31", 1, "2100-02-28"],
];
for (const [date, count, result] of MONTHS) {
  test(`addMonths: ${date} and ${count} -> ${result}`, () => {
    assert.equal(calendar.addMonths(date, count), result);
    const timeMs = Date.parse(`${date}T23:59:59.999Z`);
    assert.equal(calendar.addMonthsToTime(timeMs, count), Date.parse(`${result}T23:59:59.999Z`));
  });
}

const YEARS: [date: string, count: number, result: string][] = [
  ["2024-02-29", 1, "2025-02-28"],
  ["2024-02-29", 4, "2028-02-29"],
  ["2024-02-29", -1, "2023-02-28"],
  ["2096-02-29", 4, "2100-02-28"],
  ["1955-05-05", 18, "1973-05-05"],
];
for (const [date, count, result] of YEARS) {
  test(`addYears: ${date} and ${count} -> ${result}`, () => {
    assert.equal(calendar.addYears(date, count), result);
  });
}

test("addDays: over the ends of months, years and leap days -> the next day", () => {
  assert.equal(calendar.addDays("2026-12-31", 1), "2027-01-01");
  assert.equal(calendar.addDays("2024-02-28", 1), "2024-02-29");
  assert.equal(calendar.addDays("2026-02-28", 1), "2026-03-01");
  assert.equal(calendar.addDays("2026-01-01", -1), "2025-12-31");
});

test("calendar: any day and any number of days -> what Date says", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_900_000 }),
      fc.integer({ min: -900, max: 900 }),
      (day, count) => {
        const date = calendar.dateOf(day * calendar.DAY_MS);
        assert.equal(date, new Date(day * calendar.DAY_MS).toISOString().slice(0, 10));
        if (day + count < 0) return;
        const later = new Date((day + count) * calendar.DAY_MS).toISOString().slice(0, 10);
        assert.equal(calendar.addDays(date, count), later);
        assert.equal(calendar.startOf(date), day * calendar.DAY_MS);
      },
    ),
  );
});

const OUTSIDE: [what: string, run: () => unknown][] = [
  ["a day before 1970", () => calendar.addDays("1970-01-01", -1)],
  ["a day after 9999", () => calendar.addDays("9999-12-31", 1)],
  ["a month after 9999", () => calendar.addMonths("9999-12-01", 1)],
  ["a year before 1970", () => calendar.addYears("1955-05-05", 1)],
  ["a count without an end", () => calendar.addYears("2026-01-01", 1e13)],
  ["a time before 1970", () => calendar.addDaysToTime(0, -1)],
  ["a time after 9999", () => calendar.addDuration(calendar.LAST_TIME_MS, 1)],
  ["a day's beginning before 1970", () => calendar.startOf("1969-12-31")],
];
for (const [what, run] of OUTSIDE) {
  test(`calendar: ${what} -> refused as out of range`, () => {
    const answer = refusalOr(run as () => object);
    assert.ok(isRefusal(answer));
    assert.equal(answer.details["constraint"], "date_range");
  });
}

test("calendar: the first and the last moment -> in range", () => {
  assert.equal(calendar.addDays("1970-01-02", -1), "1970-01-01");
  assert.equal(calendar.addDays("9999-12-30", 1), "9999-12-31");
  assert.equal(calendar.LAST_TIME_MS, Date.parse("9999-12-31T23:59:59.999Z"));
});

test("duration: any of its form -> milliseconds, and a text that reads back to them", () => {
  assert.equal(calendar.durationMsOf("P2W"), 14 * calendar.DAY_MS);
  assert.equal(calendar.durationMsOf("P1DT2H3M4S"), 93_784_000);
  assert.equal(calendar.durationText(calendar.durationMsOf("PT48H")), "P2D");
  const part = (most: number) => fc.integer({ min: 0, max: most });
  const parts = fc.tuple(part(99_999), part(999_999), part(9_999_999), part(99_999_999));
  fc.assert(
    fc.property(parts, ([days, hours, minutes, seconds]) => {
      const ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000;
      if (ms > 0) assert.equal(calendar.durationMsOf(calendar.durationText(ms)), ms);
    }),
  );
});
