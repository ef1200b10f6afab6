/** When months of a realm end; and the last one of all, which never does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createLedgerState } from "./ledger_state.ts";
import { beginMonths, endMonth, monthEnds } from "./month_ends.ts";

const ENDS: [month: string, nextAt: string | undefined][] = [
  ["2026-01", "2026-02-01T00:05:00.000Z"],
  ["9999-11", "9999-12-01T00:05:00.000Z"],
  ["9999-12", undefined],
];
for (const [month, at] of ENDS) {
  test(`month ends: ${month} -> ${at ?? "never"}`, () => {
    const state = createLedgerState();
    beginMonths(state, 1, Date.parse(`${month}-15T00:00:00.000Z`));
    const step = monthEnds.earliest(state, 1);
    assert.equal(step && new Date(step.atMs).toISOString(), at);
  });
}

test("month ends: the month before the last one has ended -> nothing is due any more", () => {
  const state = createLedgerState();
  beginMonths(state, 1, Date.parse("9999-11-15T00:00:00.000Z"));
  endMonth(state, 1, "9999-11");
  assert.equal(monthEnds.earliest(state, 1), undefined);
});
