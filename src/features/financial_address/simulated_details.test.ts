/** The details of the simulator: right check digits in each country, and never those of another address. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ibanFault } from "../../rails/account_numbers.ts";
import type { AddressType } from "../../rails/address_types.ts";
import { countriesOf } from "../../rails/address_types.ts";
import { textOfDetails } from "./address_details.ts";
import { simulatedDetails } from "./simulated_details.ts";

const IN_EACH_COUNTRY = 200;

const addressOf = (number: number, type: AddressType, country: string) => ({
  financialAddressId: `fa_${String(number).padStart(26, "0")}`,
  type,
  country,
});
const nobody = () => false;

/** The IBANs of some addresses of a country. */
const ibansIn = (country: string): string[] =>
  Array.from({ length: IN_EACH_COUNTRY }, (_, number) => {
    const { iban = "" } = simulatedDetails(addressOf(number, "iban", country), nobody);
    return iban;
  });

const digitsOf = (text: string) => [...text].map(Number);
const weighed = (text: string, weights: number[]) =>
  digitsOf(text).reduce((sum, digit, at) => sum + digit * (weights[at] ?? 0), 0);

/**
 * The check digits within the account numbers of countries, by the rules that their banks have published: each another way
 * to reckon than the simulator's.
 */
const NATIONAL: Readonly<Record<string, (bban: string) => boolean>> = {
  BE: (bban) => (Number(bban.slice(0, 10)) - Number(bban.slice(10))) % 97 === 0,
  ES(bban) {
    const weights = [4, 8, 5, 10, 9, 7, 3, 6];
    const bank = (11 - (weighed(bban.slice(0, 8), weights) % 11)) % 11;
    const account = (11 - (weighed(bban.slice(10), [1, 2, ...weights]) % 11)) % 11;
    return bban.slice(8, 10) === [bank, account].map((one) => (one === 10 ? 1 : one)).join("");
  },
  FR: (bban) => BigInt(bban) % 97n === 0n,
  IT: (bban) => bban[0] === italianLetter(bban.slice(1)),
  NL: (bban) => weighed(bban.slice(4), [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  PT: (bban) => BigInt(bban) % 97n === 1n,
};

/** By the published table of what the digits 0 to 9 count in odd places. */
function italianLetter(number: string): string {
  const odd: Record<string, number> = {
    0: 1,
    1: 0,
    2: 5,
    3: 7,
    4: 9,
    5: 13,
    6: 15,
    7: 17,
    8: 19,
    9: 21,
  };
  let sum = 0;
  for (let at = 0; at < number.length; at++) {
    const digit = number[at] ?? "";
    sum += at % 2 === 0 ? (odd[digit] ?? 0) : Number(digit);
  }
  return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[sum % 26] ?? "";
}

for (const country of countriesOf("iban") ?? []) {
  test(`simulated details: IBANs of ${country} -> every check digit is right, and all differ`, () => {
    const ibans = ibansIn(country);
    for (const iban of ibans) {
      assert.equal(ibanFault(iban), undefined, iban);
      assert.ok(NATIONAL[country]?.(iban.slice(4)) ?? true, iban);
    }
    assert.equal(new Set(ibans).size, IN_EACH_COUNTRY);
  });
}

test("simulated details: one address asked for twice -> the same; another -> others", () => {
  const types: [AddressType, string][] = [
    ["iban", "DE"],
    ["us_account", "US"],
    ["uk_account", "GB"],
    ["alias", "DE"],
  ];
  for (const [type, country] of types) {
    const [one, same, other] = [1, 1, 2].map((number) =>
      simulatedDetails(addressOf(number, type, country), nobody),
    );
    assert.deepEqual(one, same);
    assert.notDeepEqual(one, other);
  }
});

test("simulated details: those that follow from the id are taken -> the next ones", () => {
  const address = addressOf(1, "uk_account", "GB");
  const taken = new Set<string>();
  for (let round = 0; round < 20; round++) {
    const details = simulatedDetails(address, (made) => taken.has(textOfDetails(made)));
    taken.add(textOfDetails(details));
  }
  assert.equal(taken.size, 20);
});
