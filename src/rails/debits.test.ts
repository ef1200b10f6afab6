/** Debits: their codes, when they settle, and until when they can come back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addMonths, dayNumber, dayText } from "./days.ts";
import {
  DEBIT_RAILS,
  type DebitEnd,
  type DebitRail,
  debitCodeOf,
  debitCodes,
  debitSettlement,
  isDebitRail,
  returnDays,
} from "./debits.ts";
import { RAILS } from "./rails.ts";

const FORMS: Record<DebitRail, RegExp> = { sepa: /^[A-Z]{2}(\d{2}|OR)$/, ach: /^R\d{2}$/ };

test("debits: every rail -> SEPA and ACH carry debits, no other does", () => {
  const carrying = RAILS.filter(({ rail }) => isDebitRail(rail)).map(({ rail }) => rail);
  assert.deepEqual(carrying, ["sepa", "ach"]);
});

for (const rail of DEBIT_RAILS) {
  test(`debits: the codes of ${rail} -> each once, formed as its scheme forms them, with a meaning`, () => {
    const ends = ["failed", "returned"] as const;
    const codes = [...new Set(ends.flatMap((end) => debitCodes(rail, end)))];
    for (const one of codes) {
      assert.match(one.code, FORMS[rail]);
      assert.notEqual(one.meaning, one.code);
      assert.equal(debitCodeOf(rail, one.code), one);
    }
    for (const end of ends) assert.ok(debitCodes(rail, end).length > 0);
  });
}

type Row = readonly [
  DebitRail,
  code: string,
  ends: readonly DebitEnd[],
  mayPass: boolean,
  isUnauthorized: boolean,
];
/** One code of each kind, as its source says it. */
const ROWS: readonly Row[] = [
  ["sepa", "AM04", ["failed", "returned"], true, false],
  ["sepa", "MD01", ["failed", "returned"], false, true],
  ["sepa", "MD06", ["returned"], false, false],
  ["sepa", "ED05", ["failed"], true, false],
  ["ach", "R01", ["returned"], true, false],
  ["ach", "R07", ["returned"], false, true],
  ["ach", "R10", ["returned"], false, true],
  ["ach", "R13", ["failed"], false, false],
  ["ach", "R29", ["returned"], false, false],
];

for (const [rail, code, ends, mayPass, isUnauthorized] of ROWS) {
  test(`debits: ${code} of ${rail} -> ${ends.join(" or ")}, ${mayPass ? "may pass" : "does not pass"}`, () => {
    const found = debitCodeOf(rail, code);
    assert.deepEqual(
      [found?.ends, found?.mayPass, found?.isUnauthorized],
      [ends, mayPass, isUnauthorized],
    );
  });
}

test("debits: a code of credit transfers alone -> no row", () => {
  assert.equal(debitCodeOf("sepa", "CNOR"), undefined);
  assert.equal(debitCodeOf("ach", "R23"), undefined);
});

/** Each reckoned by hand. 2026-01-19 is a holiday of the Federal Reserve Banks, a Monday. */
const RETURNS: readonly (readonly [
  DebitRail,
  settled: string,
  anyReason: string,
  unauthorized: string,
])[] = [
  ["sepa", "2026-01-02", "2026-02-27", "2027-02-02"],
  ["sepa", "2027-01-31", "2027-03-28", "2028-02-29"],
  ["ach", "2026-01-15", "2026-01-20", "2026-03-17"],
  ["ach", "2026-01-16", "2026-01-21", "2026-03-18"],
];

for (const [rail, settled, anyReason, unauthorized] of RETURNS) {
  test(`debits: settled over ${rail} on ${settled} -> comes back until ${anyReason}, or ${unauthorized}`, () => {
    assert.deepEqual(returnDays(rail, settled), { anyReason, unauthorized });
  });
}

test("debits: asked for on a Friday before the cut-off -> settles on the Monday", () => {
  const friday = Date.parse("2026-02-06T12:00:00.000Z");
  for (const rail of DEBIT_RAILS) {
    const { submittedOn, arrivesOn } = debitSettlement(rail, friday);
    assert.deepEqual([submittedOn, arrivesOn], ["2026-02-06", "2026-02-09"]);
  }
});

test("days: months after the last day of a month -> the last day of a shorter one", () => {
  const later = (day: string, months: number) => dayText(addMonths(dayNumber(day), months));
  assert.equal(later("2026-01-31", 1), "2026-02-28");
  assert.equal(later("2026-01-30", 13), "2027-02-28");
  assert.equal(later("2026-11-15", 2), "2027-01-15");
  assert.equal(later("9999-12-31", 13), "9999-12-31");
});
