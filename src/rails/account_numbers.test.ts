/** Account numbers: the examples that their publishers give, what each check refuses, and what masks show. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { getCountrySpecifications } from "ibantools";
import { fc } from "../../test/support/properties.ts";
import {
  bicFault,
  countryOfIban,
  ibanFault,
  maskedIban,
  maskedNumber,
  normalNumber,
  routingNumberFault,
  sortCodeFault,
  ukAccountFault,
  usAccountFault,
} from "./account_numbers.ts";
import { isSepaCountry, SEPA_COUNTRIES } from "./sepa_countries.ts";

/** SWIFT, "IBAN Registry": the example of each country's IBAN in electronic form. */
const IBANS = [
  "AD1200012030200359100100",
  "AL47212110090000000235698741",
  "AT611904300234573201",
  "BE68539007547034",
  "BG80BNBG96611020345678",
  "CH9300762011623852957",
  "CY17002001280000001200527600",
  "CZ6508000000192000145399",
  "DE89370400440532013000",
  "DK5000400440116243",
  "EE382200221020145685",
  "ES9121000418450200051332",
  "FI2112345600000785",
  "FR1420041010050500013M02606",
  "GB29NWBK60161331926819",
  "GI75NWBK000000007099453",
  "GR1601101250000000012300695",
  "HR1210010051863000160",
  "HU42117730161111101800000000",
  "IE29AIBK93115212345678",
  "IS140159260076545510730339",
  "IT60X0542811101000000123456",
  "LI21088100002324013AA",
  "LT121000011101001000",
  "LU280019400644750000",
  "LV80BANK0000435195001",
  "MC5811222000010123456789030",
  "MD24AG000225100013104168",
  "ME25505000012345678951",
  "MK07250120000058984",
  "MT84MALT011000012345MTLCAST001S",
  "NL91ABNA0417164300",
  "NO9386011117947",
  "PL61109010140000071219812874",
  "PT50000201231234567890154",
  "RO49AAAA1B31007593840000",
  "RS35260005601001611379",
  "SE4550000000058398257466",
  "SI56263300012039086",
  "SK3112000000198742637541",
  "SM86U0322509800000000270100",
  "VA59001123000012345678",
];

/** Routing numbers as the Federal Reserve publishes them, of banks of several districts, and of thrift institutions. */
const ROUTING_NUMBERS = ["021000021", "011401533", "121000358", "322271627", "061000104"];

test("IBAN: the registry's example of every country of SEPA -> can exist", () => {
  assert.deepEqual(IBANS.map(countryOfIban), SEPA_COUNTRIES);
  for (const iban of IBANS) assert.equal(ibanFault(iban), undefined, iban);
});

test("IBAN: any digit of an example changed -> cannot exist", () => {
  const changes = fc.record({
    iban: fc.constantFrom(...IBANS),
    at: fc.nat(33),
    by: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(changes, ({ iban, at, by }) => {
      const digit = iban[at];
      if (digit === undefined || !/\d/.test(digit)) return;
      const changed = iban.slice(0, at) + ((Number(digit) + by) % 10) + iban.slice(at + 1);
      assert.notEqual(ibanFault(changed), undefined, changed);
    }),
  );
});

for (const [name, iban] of [
  ["empty", ""],
  ["without a country", "1289370400440532013000"],
  ["of no country", "ZZ89370400440532013000"],
  ["a character short", "DE8937040044053201300"],
  ["a character long", "DE893704004405320130000"],
  ["with a sign", "DE8937040044053201300!"],
  ["in small letters", "de89370400440532013000"],
] as const) {
  test(`IBAN: ${name} -> a fault that does not repeat it`, () => {
    const fault = ibanFault(iban);
    assert.ok(fault !== undefined);
    assert.ok(iban === "" || !fault.includes(iban.slice(2)));
  });
}

test("SEPA: the countries -> in order, each once, all with IBANs; others are none", () => {
  assert.deepEqual(SEPA_COUNTRIES, [...new Set(SEPA_COUNTRIES)].sort());
  const known = getCountrySpecifications();
  for (const country of SEPA_COUNTRIES) assert.ok(known[country]?.IBANRegistry, country);
  for (const country of Object.keys(known).filter((one) => known[one]?.SEPA)) {
    assert.ok(isSepaCountry(country), country);
  }
  for (const country of ["US", "TR", "UA", "BY", "GP", "de", ""]) {
    assert.equal(isSepaCountry(country), false, country);
  }
});

const [GERMAN, FRENCH] = ["DE89370400440532013000", "FR1420041010050500013M02606"];
const BICS: [name: string, bic: string, iban: string, isFit: boolean][] = [
  ["of eight characters", "DEUTDEFF", GERMAN, true],
  ["of a branch", "DEUTDEFF500", GERMAN, true],
  ["of another country", "CHASUS33", GERMAN, false],
  ["of a territory with the country's IBANs", "BNPAGPGX", FRENCH, true],
  ["of a territory of another country", "BNPAGPGX", GERMAN, false],
  ["of nine characters", "DEUTDEFF5", GERMAN, false],
  ["with a digit in the country", "DEUTD3FF", GERMAN, false],
  ["empty", "", GERMAN, false],
];
for (const [name, bic, iban, isFit] of BICS) {
  test(`BIC: ${name} -> ${isFit ? "taken" : "a fault"}`, () => {
    assert.equal(bicFault(bic, iban) === undefined, isFit);
  });
}

test("routing number: those of banks -> can exist; with any digit changed -> cannot", () => {
  for (const number of ROUTING_NUMBERS) {
    assert.equal(routingNumberFault(number), undefined, number);
    for (let at = 0; at < number.length; at++) {
      for (let digit = 0; digit < 10; digit++) {
        if (String(digit) === number[at]) continue;
        const changed = number.slice(0, at) + digit + number.slice(at + 1);
        assert.notEqual(routingNumberFault(changed), undefined, changed);
      }
    }
  }
});

/** A number with these first two digits whose check digit is right. */
function withPair(pair: number): string {
  const first = String(pair).padStart(2, "0");
  const sum = 3 * Number(first[0]) + 7 * Number(first[1]);
  return `${first}000000${(10 - (sum % 10)) % 10}`;
}

test("routing number: each pair of first digits -> taken exactly where the pair is given out", () => {
  const taken = Array.from({ length: 100 }, (_, pair) => pair).filter(
    (pair) => routingNumberFault(withPair(pair)) === undefined,
  );
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at);
  assert.deepEqual(taken, [...range(0, 12), ...range(21, 32), ...range(61, 72), 80]);
});

const FORMS: [name: string, fault: (number: string) => unknown, fit: string[], unfit: string[]][] =
  [
    [
      "routing number",
      routingNumberFault,
      ["021000021"],
      ["", "02100002", "0210000210", "02100002A"],
    ],
    ["US account", usAccountFault, ["1234", "1".repeat(17)], ["", "123", "1".repeat(18), "12345A"]],
    ["sort code", sortCodeFault, ["200000", "000000"], ["", "20000", "2000000", "20000A"]],
    [
      "UK account",
      ukAccountFault,
      ["55779911", "00000000"],
      ["", "5577991", "557799111", "5577991A"],
    ],
  ];
for (const [name, fault, fit, unfit] of FORMS) {
  test(`${name}: both sides of each length, and letters -> digits of the length alone are taken`, () => {
    for (const number of fit) assert.equal(fault(number), undefined, number);
    for (const number of unfit) assert.notEqual(fault(number), undefined, number);
  });
}

test("account number: with spaces, hyphens and small letters -> its normal form, which stays as it is", () => {
  assert.equal(normalNumber("de89 3704-0044 0532 0130 00"), "DE89370400440532013000");
  assert.equal(normalNumber("20-00-00"), "200000");
  assert.equal(normalNumber("\t1"), "\t1");
  fc.assert(
    fc.property(fc.string(), (text) => {
      assert.equal(normalNumber(normalNumber(text)), normalNumber(text));
    }),
  );
});

test("mask: any number -> at most its last four characters and half of them; of an IBAN the country too", () => {
  assert.equal(maskedIban("DE89370400440532013000"), "DE** **** 3000");
  assert.equal(maskedNumber("000123456789"), "****6789");
  assert.equal(maskedNumber("1234567"), "****567");
  assert.equal(maskedNumber("1234"), "****34");
  fc.assert(
    fc.property(fc.stringMatching(/^\d{4,17}$/), (number) => {
      const shown = maskedNumber(number).replaceAll("*", "");
      assert.ok(number.endsWith(shown) && shown.length <= 4 && shown.length * 2 <= number.length);
    }),
  );
});
