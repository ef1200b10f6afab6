/** The days on which banks work, against the lists that are published. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { BANK_DAYS_MAX, bankDayAfter, type Calendar, isBankDay, nextBankDay } from "./bank_days.ts";
import { dayNumber, dayOf, dayText, LAST_DAY, SATURDAY, weekdayOf } from "./days.ts";

/**
 * The weekdays of each year on which banks do not work, `MM-DD`.
 *
 * - t2: European Central Bank, press release of 14 December 2000.
 * - fed: Board of Governors, K.8, of 2020-2024 to 2026-2030. A Saturday is not moved: 4 July of 2020 and 2026, Christmas of 2021 and
 *   2027, New Year's Day of 2022 and 2028, Juneteenth of 2027, Veterans Day of 2023 and 2028.
 * - uk: gov.uk/bank-holidays, England and Wales, to 2028. For 2029 and 2030 no list is published yet: they follow the rules.
 */
const CLOSED: Record<Calendar, Readonly<Record<number, string>>> = {
  t2: {
    2020: "01-01 04-10 04-13 05-01 12-25",
    2021: "01-01 04-02 04-05",
    2022: "04-15 04-18 12-26",
    2023: "04-07 04-10 05-01 12-25 12-26",
    2024: "01-01 03-29 04-01 05-01 12-25 12-26",
    2025: "01-01 04-18 04-21 05-01 12-25 12-26",
    2026: "01-01 04-03 04-06 05-01 12-25",
    2027: "01-01 03-26 03-29",
    2028: "04-14 04-17 05-01 12-25 12-26",
    2029: "01-01 03-30 04-02 05-01 12-25 12-26",
    2030: "01-01 04-19 04-22 05-01 12-25 12-26",
  },
  fed: {
    2020: "01-01 01-20 02-17 05-25 09-07 10-12 11-11 11-26 12-25",
    2021: "01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25",
    2022: "01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26",
    2023: "01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-23 12-25",
    2024: "01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25",
    2025: "01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25",
    2026: "01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25",
    2027: "01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25",
    2028: "01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25",
    2029: "01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25",
    2030: "01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25",
  },
  uk: {
    2020: "01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28",
    2021: "01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28",
    2022: "01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27",
    2023: "01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26",
    2024: "01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26",
    2025: "01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26",
    2026: "01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28",
    2027: "01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28",
    2028: "01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26",
    2029: "01-01 03-30 04-02 05-07 05-28 08-27 12-25 12-26",
    2030: "01-01 04-19 04-22 05-06 05-27 08-26 12-25 12-26",
  },
};

const CALENDARS = Object.keys(CLOSED) as Calendar[];

for (const calendar of CALENDARS) {
  test(`bank days: each day of 2020 to 2030 in ${calendar} -> as published`, () => {
    for (const [year, published] of Object.entries(CLOSED[calendar])) {
      const closed = weekdaysOf(Number(year)).filter((day) => !isBankDay(calendar, day));
      assert.equal(closed.map((day) => day.slice("YYYY-".length)).join(" "), published, year);
    }
  });
}

function weekdaysOf(year: number): string[] {
  const first = dayOf(year, 1, 1);
  return Array.from({ length: dayOf(year + 1, 1, 1) - first }, (_, index) => first + index)
    .filter((day) => weekdayOf(day) < SATURDAY)
    .map(dayText);
}

/** Easter Mondays as the churches publish them: the earliest and the latest there are, and years whose moon is an exception. */
const EASTER_MONDAYS = ["1981-04-20", "2008-03-24", "2038-04-26", "2049-04-19", "2285-03-23"];

for (const day of EASTER_MONDAYS) {
  test(`bank days: ${day}, an Easter Monday -> none, nor the Friday before`, () => {
    for (const calendar of ["t2", "uk"] as const) {
      assert.equal(isBankDay(calendar, day), false);
      assert.equal(isBankDay(calendar, dayText(dayNumber(day) - 3)), false);
      assert.equal(isBankDay(calendar, dayText(dayNumber(day) + 1)), true);
    }
  });
}

const NEXT: readonly (readonly [Calendar, day: string, count: number, found: string])[] = [
  // Good Friday to Easter Monday, and with 1 May soon after.
  ["t2", "2026-04-02", 0, "2026-04-02"],
  ["t2", "2026-04-02", 1, "2026-04-07"],
  ["t2", "2026-04-03", 0, "2026-04-07"],
  ["t2", "2026-04-04", 1, "2026-04-07"],
  ["t2", "2026-04-02", 3, "2026-04-09"],
  ["t2", "2026-04-30", 1, "2026-05-04"],
  // Christmas and New Year's Day, into another year.
  ["t2", "2029-12-24", 1, "2029-12-27"],
  ["t2", "2029-12-31", 1, "2030-01-02"],
  // The Friday before a Saturday's holiday is a bank day; the Monday after a Sunday's is none.
  ["fed", "2026-07-02", 1, "2026-07-03"],
  ["fed", "2026-07-03", 1, "2026-07-06"],
  ["fed", "2027-07-02", 1, "2027-07-06"],
  ["fed", "2027-12-31", 0, "2027-12-31"],
  ["fed", "2021-06-17", 1, "2021-06-18"],
  ["fed", "2022-06-17", 1, "2022-06-21"],
  ["uk", "2020-05-01", 1, "2020-05-04"],
  ["uk", "2022-06-01", 1, "2022-06-06"],
  ["uk", "2021-12-24", 1, "2021-12-29"],
  ["uk", "9999-12-30", BANK_DAYS_MAX, "9999-12-31"],
  ["uk", "9999-12-31", 1, "9999-12-31"],
];

for (const [calendar, day, count, found] of NEXT) {
  test(`bank days: ${count} from ${day} in ${calendar} -> ${found}`, () => {
    assert.equal(nextBankDay(calendar, day, count), found);
  });
}

test("bank days: what is no day, or no count -> thrown", () => {
  for (const day of ["2026-02-29", "2026-13-01", "2026-1-1", "20260101", "1969-12-31", ""]) {
    assert.throws(() => isBankDay("t2", day), /a day is YYYY-MM-DD/, day);
  }
  for (const count of [-1, 0.5, Number.NaN, BANK_DAYS_MAX + 1]) {
    assert.throws(() => nextBankDay("t2", "2026-01-01", count), /bank days are counted/);
  }
});

test("bank days: any day and count -> the day found is the only one after as many bank days", () => {
  const day = fc.integer({ min: 0, max: LAST_DAY - 2 * BANK_DAYS_MAX });
  const count = fc.integer({ min: 1, max: BANK_DAYS_MAX });
  fc.assert(
    fc.property(fc.constantFrom(...CALENDARS), day, count, (calendar, from, bankDays) => {
      const found = bankDayAfter(calendar, from, bankDays);
      const days = Array.from({ length: found - from }, (_, index) => dayText(from + 1 + index));
      assert.equal(days.filter((one) => isBankDay(calendar, one)).length, bankDays);
      assert.ok(isBankDay(calendar, dayText(found)));
      assert.equal(bankDayAfter(calendar, found, 0), found);
    }),
  );
});
