/** The details that a provider gives: which are right, how they are written then, and when two are the same. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AddressDetails } from "../../contract/messages/provider_protocol.ts";
import type { AddressType } from "../../rails/address_types.ts";
import { readDetails, textOfDetails } from "./address_details.ts";

type Row = [
  what: string,
  type: AddressType,
  country: string,
  told: AddressDetails | undefined,
  read: AddressDetails | undefined,
];

const DE = "DE89370400440532013000";
const GB = "GB29NWBK60161331926819";

const ROWS: Row[] = [
  ["no details", "iban", "DE", undefined, undefined],
  ["an IBAN of the registry", "iban", "DE", { iban: DE }, { iban: DE }],
  [
    "an IBAN with spaces, in small letters",
    "iban",
    "GB",
    { iban: "gb29 NWBK 6016 1331 9268 19" },
    { iban: GB },
  ],
  [
    "an IBAN and a BIC",
    "iban",
    "DE",
    { iban: DE, bic: "cobadeffxxx" },
    { iban: DE, bic: "COBADEFFXXX" },
  ],
  ["an IBAN and a BIC of nine characters", "iban", "DE", { iban: DE, bic: "COBADEFFX" }, undefined],
  ["an IBAN and other numbers", "iban", "DE", { iban: DE, accountNumber: "1234" }, { iban: DE }],
  ["a wrong check digit", "iban", "DE", { iban: "DE88370400440532013000" }, undefined],
  ["two digits exchanged", "iban", "DE", { iban: "DE89370400440532010300" }, undefined],
  ["an IBAN of another country", "iban", "FR", { iban: DE }, undefined],
  [
    "an IBAN of another length that passes its check",
    "iban",
    "DE",
    { iban: "DE0900000000000000001" },
    undefined,
  ],
  ["an account number alone", "iban", "DE", { accountNumber: "532013000" }, undefined],
  [
    "a routing number and an account number",
    "us_account",
    "US",
    { routingNumber: "021000021", accountNumber: "000-123 456" },
    { routingNumber: "021000021", accountNumber: "000123456" },
  ],
  [
    "a routing number with a wrong digit",
    "us_account",
    "US",
    { routingNumber: "021000022", accountNumber: "1234" },
    undefined,
  ],
  [
    "17 digits of an account",
    "us_account",
    "US",
    { routingNumber: "021000021", accountNumber: "1".repeat(17) },
    { routingNumber: "021000021", accountNumber: "1".repeat(17) },
  ],
  [
    "18 digits of an account",
    "us_account",
    "US",
    { routingNumber: "021000021", accountNumber: "1".repeat(18) },
    undefined,
  ],
  ["a routing number alone", "us_account", "US", { routingNumber: "021000021" }, undefined],
  [
    "a sort code and an account number",
    "uk_account",
    "GB",
    { sortCode: "08-99-99", accountNumber: "66374958" },
    { sortCode: "089999", accountNumber: "66374958" },
  ],
  [
    "a sort code of five digits",
    "uk_account",
    "GB",
    { sortCode: "08999", accountNumber: "66374958" },
    undefined,
  ],
  [
    "an account number of seven digits",
    "uk_account",
    "GB",
    { sortCode: "089999", accountNumber: "6637495" },
    undefined,
  ],
  ["an alias", "alias", "BR", { alias: "Ada@example.com" }, { alias: "Ada@example.com" }],
  ["an alias with a space", "alias", "BR", { alias: "ada lovelace" }, undefined],
  ["an alias of two characters", "alias", "BR", { alias: "ad" }, undefined],
];

for (const [what, type, country, told, read] of ROWS) {
  test(`details: ${what}, as ${type} of ${country} -> ${read === undefined ? "wrong" : "right"}`, () => {
    assert.deepEqual(readDetails({ type, country }, told), read);
  });
}

test("details: of each type -> texts that no other type has", () => {
  const texts = ROWS.flatMap(([, , , , read]) => (read === undefined ? [] : [textOfDetails(read)]));
  assert.deepEqual(
    [...new Set(texts)],
    [
      `iban ${DE}`,
      `iban ${GB}`,
      "us 021000021 000123456",
      `us 021000021 ${"1".repeat(17)}`,
      "uk 089999 66374958",
      "alias ada@example.com",
    ],
  );
});
