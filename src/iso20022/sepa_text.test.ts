/** Texts in the characters of SEPA, amounts as decimals, and the references by which orders are found again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CODE_POINT, fc } from "../../test/support/properties.ts";
import { CURRENCIES } from "../contract/values/currencies.ts";
import { decimalOf, minorOf } from "./decimal_amount.ts";
import { idOfReference, referenceOf, uetrOf } from "./order_references.ts";
import { isSepaReference, sepaName, sepaRemittance } from "./sepa_text.ts";

const NAMES: readonly [string, string | undefined][] = [
  ["Ada Lovelace", "Ada Lovelace"],
  ["Müller & Söhne GmbH", "Muller + Sohne GmbH"],
  ["Łukasz Żółć", "Lukasz Zolc"],
  ["Straße Ærø Đorđe Þór", "Strasse AEro Dorde THor"],
  ["  //Acme//  Pay / ", "Acme/ Pay"],
  ["Acme* <Pay>!", "Acme Pay"],
  ["ﬁne ①", "fine 1"],
  ["N".repeat(200), "N".repeat(70)],
  [`${"N".repeat(69)}/Acme`, "N".repeat(69)],
  [`${"N".repeat(68)} / Acme`, "N".repeat(68)],
  ["Αθηνά", undefined],
  ["Ada Лавлейс", undefined],
  ["山田", undefined],
  ["?", undefined],
  ["", undefined],
];
for (const [name, written] of NAMES) {
  test(`SEPA name: ${JSON.stringify(name)} -> ${written ?? "cannot be written"}`, () => {
    assert.equal(sepaName(name), written);
  });
}

test("SEPA text: any text -> of its characters alone, within the length, or nothing", () => {
  const taken = /^[A-Za-z0-9/\-?:().,'+ ]+$/;
  fc.assert(
    fc.property(fc.string({ unit: CODE_POINT, maxLength: 300 }), (said) => {
      const name = sepaName(said);
      const remittance = sepaRemittance(said);
      if (name !== undefined) assert.ok(taken.test(name) && name.length <= 70, name);
      if (remittance !== undefined) {
        assert.ok(taken.test(remittance) && remittance.length <= 140, remittance);
      }
      for (const text of [name, remittance]) assert.doesNotMatch(text ?? "", /^[/ ]|[/ ]$|\/\//);
    }),
  );
});

test("SEPA text: what cannot be written in a remittance -> a full stop", () => {
  assert.equal(sepaRemittance("Rechnung 7\nfür März – 山"), "Rechnung 7 fur Marz - .");
});

test("SEPA text: a remittance that is cut behind a slash -> ends before it", () => {
  assert.equal(sepaRemittance("x/".repeat(300)), `${"x/".repeat(69)}x`);
});

for (const reference of ["A", "RENT-2026-0007", "A/7", "A".repeat(35)]) {
  test(`SEPA reference: ${reference} -> can stand as it is`, () => {
    assert.equal(isSepaReference(reference), true);
  });
}
for (const reference of ["", " ", "A_7", "/A", "A/", "A//7", "A ", "Ä", "A".repeat(36)]) {
  test(`SEPA reference: ${JSON.stringify(reference)} -> cannot`, () => {
    assert.equal(isSepaReference(reference), false);
  });
}

test("decimal amount: any amount in any currency -> the same amount when it is read", () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n });
  const currencies = fc.constantFrom(...CURRENCIES.map(({ code }) => code));
  fc.assert(
    fc.property(amounts, currencies, (amount, currency) => {
      assert.equal(minorOf(decimalOf(amount, currency), currency), String(amount));
    }),
  );
});

const DECIMALS: readonly [string, string, string | undefined][] = [
  ["120.50", "EUR", "12050"],
  ["120.5", "EUR", "12050"],
  ["120", "EUR", "12000"],
  [".5", "EUR", "50"],
  ["0.00", "EUR", "0"],
  ["120.500000", "EUR", "12050"],
  ["120.505", "EUR", undefined],
  ["120", "JPY", "120"],
  ["120.0", "JPY", "120"],
  ["120.5", "JPY", undefined],
  ["1.234", "BHD", "1234"],
  ["1e3", "EUR", undefined],
  ["-1", "EUR", undefined],
  ["1,5", "EUR", undefined],
  [".", "EUR", undefined],
  ["", "EUR", undefined],
  ["1", "XXX", undefined],
  ["9".repeat(16), "EUR", `${"9".repeat(16)}00`],
  ["9".repeat(17), "EUR", undefined],
];
for (const [decimal, currency, minor] of DECIMALS) {
  test(`decimal amount: ${JSON.stringify(decimal)} in ${currency} -> ${minor ?? "none"}`, () => {
    assert.equal(minorOf(decimal, currency), minor);
  });
}

const ID = "preq_01KB0123456789ABCDEFGHJKMN";

test("order reference: an id -> at most 35 characters of SEPA, and back", () => {
  const reference = referenceOf(ID);
  assert.ok(isSepaReference(reference), reference);
  assert.equal(idOfReference(reference, "preq"), ID);
  assert.equal(idOfReference(reference, "bmsg"), undefined);
  assert.equal(idOfReference("INVOICE-7", "preq"), undefined);
});

test("UETR: of an id -> a UUID of version 4, always the same, of another id another", () => {
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  assert.match(uetrOf(ID), form);
  assert.equal(uetrOf(ID), uetrOf(ID));
  assert.notEqual(uetrOf(ID), uetrOf(ID.replace("01KB", "01KC")));
});
