/** When money arrives over each rail: both sides of each cut-off, of holidays, and of changes of the clocks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import { nextBankDay } from "./bank_days.ts";
import { DAY_MS, LAST_DAY } from "./days.ts";
import { RAILS, type RailName } from "./rails.ts";
import { returnWindowEndsOn, settlement } from "./settlement.ts";

type Row = readonly [RailName, at: string, submitted: string, arrives: string, settles: string];

const ROWS: readonly Row[] = [
  // 16:00 in Brussels is 15:00 UTC in winter and 14:00 in summer; the clocks change on 29 March and 25 October 2026.
  ["sepa", "2026-03-27T14:59:59.999Z", "2026-03-27", "2026-03-30", "2026-03-30T07:00:00.000Z"],
  ["sepa", "2026-03-27T15:00:00.000Z", "2026-03-30", "2026-03-31", "2026-03-31T07:00:00.000Z"],
  ["sepa", "2026-03-30T13:59:59.999Z", "2026-03-30", "2026-03-31", "2026-03-31T07:00:00.000Z"],
  ["sepa", "2026-03-30T14:00:00.000Z", "2026-03-31", "2026-04-01", "2026-04-01T07:00:00.000Z"],
  ["sepa", "2026-10-23T13:59:59.999Z", "2026-10-23", "2026-10-26", "2026-10-26T08:00:00.000Z"],
  ["sepa", "2026-10-26T14:59:59.999Z", "2026-10-26", "2026-10-27", "2026-10-27T08:00:00.000Z"],
  ["sepa", "2026-10-26T15:00:00.000Z", "2026-10-27", "2026-10-28", "2026-10-28T08:00:00.000Z"],
  // Before Easter; on a Saturday, whose cut-off means nothing; on a holiday; at the end of a year.
  ["sepa", "2026-04-02T13:59:59.999Z", "2026-04-02", "2026-04-07", "2026-04-07T07:00:00.000Z"],
  ["sepa", "2026-04-02T14:00:00.000Z", "2026-04-07", "2026-04-08", "2026-04-08T07:00:00.000Z"],
  ["sepa", "2026-04-04T20:00:00.000Z", "2026-04-07", "2026-04-08", "2026-04-08T07:00:00.000Z"],
  ["sepa", "2026-12-25T09:00:00.000Z", "2026-12-28", "2026-12-29", "2026-12-29T08:00:00.000Z"],
  ["sepa", "2026-12-31T15:00:00.000Z", "2027-01-04", "2027-01-05", "2027-01-05T08:00:00.000Z"],
  // In Brussels it is Monday already.
  ["sepa", "2026-06-07T22:30:00.000Z", "2026-06-08", "2026-06-09", "2026-06-09T07:00:00.000Z"],
  // 16:45 in New York is 21:45 UTC in winter and 20:45 in summer; the clocks change on 8 March and 1 November 2026.
  ["ach", "2026-03-06T21:44:59.999Z", "2026-03-06", "2026-03-09", "2026-03-09T13:00:00.000Z"],
  ["ach", "2026-03-06T21:45:00.000Z", "2026-03-09", "2026-03-10", "2026-03-10T13:00:00.000Z"],
  ["ach", "2026-03-09T20:44:59.999Z", "2026-03-09", "2026-03-10", "2026-03-10T13:00:00.000Z"],
  ["ach", "2026-03-09T20:45:00.000Z", "2026-03-10", "2026-03-11", "2026-03-11T13:00:00.000Z"],
  ["ach", "2026-10-30T20:44:59.999Z", "2026-10-30", "2026-11-02", "2026-11-02T14:00:00.000Z"],
  ["ach", "2026-11-02T21:44:59.999Z", "2026-11-02", "2026-11-03", "2026-11-03T14:00:00.000Z"],
  // Thanksgiving; the Friday before 4 July of 2026, a Saturday.
  ["ach", "2026-11-25T15:00:00.000Z", "2026-11-25", "2026-11-27", "2026-11-27T14:00:00.000Z"],
  ["ach", "2026-07-02T15:00:00.000Z", "2026-07-02", "2026-07-03", "2026-07-03T13:00:00.000Z"],
  // In New York it is Thursday still.
  ["ach", "2026-07-03T03:00:00.000Z", "2026-07-03", "2026-07-06", "2026-07-06T13:00:00.000Z"],
  ["fps", "2026-12-25T23:59:59.999Z", "2026-12-25", "2026-12-25", "2026-12-25T23:59:59.999Z"],
  ["fps", "2026-06-06T23:00:00.000Z", "2026-06-07", "2026-06-07", "2026-06-06T23:00:00.000Z"],
  // 18:45 in New York.
  ["wire", "2026-03-06T23:44:59.999Z", "2026-03-06", "2026-03-06", "2026-03-07T00:00:00.000Z"],
  ["wire", "2026-03-06T23:45:00.000Z", "2026-03-09", "2026-03-09", "2026-03-09T23:00:00.000Z"],
  ["wire", "2026-03-09T22:44:59.999Z", "2026-03-09", "2026-03-09", "2026-03-09T23:00:00.000Z"],
  ["wire", "2026-03-09T22:45:00.000Z", "2026-03-10", "2026-03-10", "2026-03-10T23:00:00.000Z"],
  ["wire", "2027-07-05T15:00:00.000Z", "2027-07-06", "2027-07-06", "2027-07-06T23:00:00.000Z"],
  ["book", "2026-12-25T23:59:59.999Z", "2026-12-25", "2026-12-25", "2026-12-25T23:59:59.999Z"],
  ["sepa", "9999-12-31T23:59:59.999Z", "9999-12-31", "9999-12-31", "9999-12-31T23:59:59.999Z"],
];

for (const [rail, at, submittedOn, arrivesOn, settlesAt] of ROWS) {
  test(`settlement: ${rail} at ${at} -> taken ${submittedOn}, there ${settlesAt}`, () => {
    const expected = { submittedOn, arrivesOn, settlesAtMs: Date.parse(settlesAt) };
    assert.deepEqual(settlement(rail, Date.parse(at)), expected);
  });
}

test("settlement: what is no time -> thrown", () => {
  for (const atMs of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => settlement("sepa", atMs), /an order has a time/);
  }
});

const CALENDAR_OF = { sepa: "t2", ach: "fed", wire: "fed" } as const;
const time = fc.integer({ min: 0, max: (LAST_DAY - 30) * DAY_MS });
const rail = fc.constantFrom(...RAILS.map((one) => one.rail));

test("settlement: any rail and time -> on bank days, in order, never before the order", () => {
  fc.assert(
    fc.property(rail, time, (name, atMs) => {
      const { submittedOn, arrivesOn, settlesAtMs } = settlement(name, atMs);
      assert.ok(submittedOn <= arrivesOn && settlesAtMs >= atMs);
      if (name === "fps" || name === "book") return;
      const calendar = CALENDAR_OF[name];
      assert.equal(nextBankDay(calendar, submittedOn, 0), submittedOn);
      const days = name === "wire" ? 0 : 1;
      assert.equal(nextBankDay(calendar, submittedOn, days), arrivesOn);
    }),
    { numRuns: 1_000 },
  );
});

test("settlement: any rail, and an order after another -> never there before the other", () => {
  const later = fc.integer({ min: 0, max: 5 * DAY_MS });
  fc.assert(
    fc.property(rail, time, later, (name, atMs, byMs) => {
      const [first, second] = [settlement(name, atMs), settlement(name, atMs + byMs)];
      assert.ok(first.submittedOn <= second.submittedOn && first.arrivesOn <= second.arrivesOn);
      assert.ok(first.settlesAtMs <= second.settlesAtMs);
    }),
    { numRuns: 1_000 },
  );
});

const RETURNS: readonly (readonly [RailName, arrived: string, endsOn: string | undefined])[] = [
  ["sepa", "2026-03-30", "2026-04-02"],
  ["sepa", "2026-03-31", "2026-04-07"],
  ["sepa", "2026-12-22", "2026-12-28"],
  ["ach", "2026-07-01", "2026-07-03"],
  ["ach", "2026-11-24", "2026-11-27"],
  ["ach", "2027-07-01", "2027-07-06"],
  ["fps", "2026-03-30", undefined],
  ["wire", "2026-03-30", undefined],
  ["book", "2026-03-30", undefined],
];

for (const [name, arrived, endsOn] of RETURNS) {
  test(`settlement: a return over ${name} of what arrived ${arrived} -> ${endsOn ?? "no last day"}`, () => {
    assert.equal(returnWindowEndsOn(name, arrived), endsOn);
  });
}
