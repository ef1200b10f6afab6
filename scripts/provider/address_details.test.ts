/** The details of addresses: published examples of each country, none given twice, and what the platform checks of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bicFault,
  ibanFault,
  routingNumberFault,
  sortCodeFault,
  ukAccountFault,
  usAccountFault,
} from "../../src/rails/account_numbers.ts";
import { detailsOf, ibanOf, NATIONAL_FORMS } from "./address_details.ts";

/** Examples of the registry of IBANs: bank, account without check digits, the IBAN. */
const EXAMPLES: [country: string, bank: string, account: string, iban: string][] = [
  ["AT", "19043", "00234573201", "AT611904300234573201"],
  ["BE", "539", "0075470", "BE68539007547034"],
  ["DE", "37040044", "0532013000", "DE89370400440532013000"],
  ["ES", "21000418", "0200051332", "ES9121000418450200051332"],
  ["FR", "3000600001", "12345678901", "FR7630006000011234567890189"],
  ["IE", "AIBK931152", "12345678", "IE29AIBK93115212345678"],
  ["IT", "0542811101", "000000123456", "IT60X0542811101000000123456"],
  // The number is doubled, because every other one is used.
  ["NL", "ABNA", "020858215", "NL91ABNA0417164300"],
];

for (const [country, bank, account, iban] of EXAMPLES) {
  test(`address details: the example of ${country} -> its IBAN`, () => {
    const national = NATIONAL_FORMS[country]?.national(bank, account) ?? "";
    assert.equal(ibanOf(country, national), iban);
  });
}

test("address details: the countries of the bank -> each has an example", () => {
  const countries = EXAMPLES.map(([country]) => country);
  assert.deepEqual(Object.keys(NATIONAL_FORMS), countries);
});

const LENGTHS = { AT: 20, BE: 16, DE: 22, ES: 24, FR: 27, IE: 22, IT: 27, NL: 18 };

test("address details: the first thousand numbers of each country -> of the country's length, none twice", () => {
  for (const [country, length] of Object.entries(LENGTHS)) {
    const seen = new Set<string>();
    for (let number = 1; number <= 1_000; number++) {
      const { iban = "", bic = "" } = detailsOf({ type: "iban", country }, number) ?? {};
      assert.equal(iban.length, length, iban);
      assert.deepEqual([ibanFault(iban), bicFault(bic, iban)], [undefined, undefined], iban);
      seen.add(iban);
    }
    assert.equal(seen.size, 1_000, country);
  }
});

test("address details: an eleventh of the Dutch numbers has no check digit -> the next one, divisible by 11", () => {
  for (let number = 0; number < 1_000; number++) {
    const { iban = "" } = detailsOf({ type: "iban", country: "NL" }, number) ?? {};
    const sum = [...iban.slice(8)].reduce((all, digit, at) => all + Number(digit) * (10 - at), 0);
    assert.equal(sum % 11, 0, iban);
  }
});

test("address details: the other types -> a routing number with its check digit, a sort code, an alias; another country -> none", () => {
  const { routingNumber = "", accountNumber = "" } = detailsOf({ type: "us_account" }, 7) ?? {};
  assert.deepEqual([routingNumber, accountNumber], ["110000000", "0000000007"]);
  const ofUs = [routingNumberFault(routingNumber), usAccountFault(accountNumber)];
  const uk = { sortCode: "000099", accountNumber: "00000007" };
  assert.deepEqual(detailsOf({ type: "uk_account" }, 7), uk);
  const ofUk = [sortCodeFault(uk.sortCode), ukAccountFault(uk.accountNumber)];
  assert.deepEqual([...ofUs, ...ofUk], Array(4).fill(undefined));
  assert.deepEqual(detailsOf({ type: "alias" }, 7), { alias: "account-7@reference-bank.example" });
  assert.equal(detailsOf({ type: "iban", country: "US" }, 7), undefined);
  assert.equal(detailsOf({ type: "other", country: "DE" }, 7), undefined);
});
