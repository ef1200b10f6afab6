/** The codes by which banks say why a payment did not go through. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RAILS, type RailName } from "./rails.ts";
import { type PayoutEnd, payoutCodes, returnCodeOf, returnCodes } from "./return_codes.ts";

/** How the codes of a scheme are formed: ISO 20022, Nacha, Pay.UK. */
const FORMS: Record<RailName, RegExp> = {
  sepa: /^[A-Z]{2}(\d{2}|OR)$/,
  ach: /^R\d{2}$/,
  fps: /^(1\d{3}|\d{8})$/,
  wire: /^[A-Z]{2}(\d{2}|[A-Z]{2})$/,
  book: /^$/,
};

for (const { rail } of RAILS) {
  test(`return codes: those of ${rail} -> each once, formed as its scheme forms them, found`, () => {
    const codes = returnCodes(rail);
    assert.equal(new Set(codes.map(({ code }) => code)).size, codes.length);
    for (const one of codes) {
      assert.match(one.code, FORMS[rail]);
      assert.equal(returnCodeOf(rail, one.code), one);
    }
  });

  test(`return codes: how payouts end over ${rail} -> both ways, or over no code on the book`, () => {
    const isOutside = rail !== "book";
    assert.equal(payoutCodes(rail, "failed").length > 0, isOutside);
    assert.equal(payoutCodes(rail, "returned").length > 0, isOutside);
  });
}

/** One code of each kind, as its source says it. */
const ROWS: readonly (readonly [RailName, code: string, payoutEnds: readonly PayoutEnd[]])[] = [
  ["sepa", "AC01", ["failed", "returned"]],
  ["sepa", "AC04", ["returned"]],
  ["sepa", "AC06", ["returned"]],
  ["sepa", "AM04", []],
  ["sepa", "ED05", ["failed"]],
  ["sepa", "MD07", ["returned"]],
  ["sepa", "MS03", ["failed", "returned"]],
  ["ach", "R01", []],
  ["ach", "R03", ["returned"]],
  ["ach", "R10", []],
  ["ach", "R13", ["failed"]],
  ["ach", "R23", ["returned"]],
  ["ach", "R29", []],
  ["fps", "1160", ["failed"]],
  ["fps", "00000002", ["returned"]],
  ["wire", "AC04", ["returned"]],
];

for (const [rail, code, payoutEnds] of ROWS) {
  test(`return codes: ${code} of ${rail} -> ${payoutEnds.join(" or ") || "of direct debits alone"}`, () => {
    assert.deepEqual(returnCodeOf(rail, code)?.payoutEnds, payoutEnds);
    for (const end of ["failed", "returned"] as const) {
      const isAmong = payoutCodes(rail, end).some((one) => one.code === code);
      assert.equal(isAmong, payoutEnds.includes(end));
    }
  });
}

test("return codes: a code without a row, or of another rail -> undefined", () => {
  assert.equal(returnCodeOf("sepa", "R01"), undefined);
  assert.equal(returnCodeOf("ach", "AC01"), undefined);
  assert.equal(returnCodeOf("book", "AC01"), undefined);
});
