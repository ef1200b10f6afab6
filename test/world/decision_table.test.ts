/** A decision table fails when a row is missing, and when a row is too much. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorCode } from "../../src/contract/refusals/error_catalog.ts";
import { assertHas, faultsOfRows } from "./decision_table.ts";

const DECLARED: ErrorCode[] = ["account_not_found", "state_conflict", "ledger_unavailable"];
const ACCEPTED = { outcome: "made" };
const REFUSED = [{ code: "account_not_found" }, { code: "state_conflict" }];

const TABLES: {
  what: string;
  rows: ({ code: string } | { outcome: string })[];
  faults: string[];
}[] = [
  { what: "a row each", rows: [ACCEPTED, ...REFUSED], faults: [] },
  {
    what: "a row of the schema's refusal besides",
    rows: [ACCEPTED, ...REFUSED, { code: "invalid_request" }],
    faults: [],
  },
  {
    what: "one declared code without a row",
    rows: [ACCEPTED, { code: "state_conflict" }],
    faults: ["no row ends in account_not_found"],
  },
  {
    what: "a row of a code that is not declared",
    rows: [ACCEPTED, ...REFUSED, { code: "account_frozen" }],
    faults: ["a row ends in account_frozen, which is not declared"],
  },
  {
    what: "a row of a code that no decision makes",
    rows: [ACCEPTED, ...REFUSED, { code: "ledger_unavailable" }],
    faults: ["a row ends in ledger_unavailable, which is not declared"],
  },
  { what: "refusals alone", rows: REFUSED, faults: ["no row is accepted"] },
];

for (const { what, rows, faults } of TABLES) {
  test(`decision table: ${what} -> ${faults.join(", ") || "nothing wrong"}`, () => {
    assert.deepEqual(faultsOfRows(DECLARED, rows), faults);
  });
}

test("decision table: a field that is another, one that is missing -> told; one more -> not", () => {
  const reply = { a: "1", b: { c: "2" } };
  assertHas(reply, { b: { c: "2" } });
  assert.throws(() => assertHas(reply, { a: "2" }));
  assert.throws(() => assertHas(reply, { d: "1" }));
});
