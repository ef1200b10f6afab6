/**
 * What is read of credits that a bank tells, and of its book of them, against the table of members in the published
 * protocol (outbox/PROVIDER.md).
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../../test/support/properties.ts";
import { providerMembers } from "../../../test/support/provider_members.ts";
import {
  creditNewsIn,
  PAYER_NAME_CHARACTERS_MAX,
  REMITTANCE_CHARACTERS_MAX,
  readCreditPage,
  readProviderCredit,
} from "./provider_credit.ts";
import { PROVIDER_PAGE_MAX } from "./provider_protocol.ts";

type Given = Record<string, unknown>;
const AT = "2026-01-02T03:04:05.678Z";
const FACTS = { creditReference: "cr-1", amount: "12050", currency: "EUR" };
const PAYER = { name: "Charles Babbage", accountNumber: "GB29 NWBK 6016 1331 9268 19" };
const IBAN = { iban: "DE89 3704 0044 0532 0130 00" };
const CREDIT = {
  ...{ newsId: "n-1", kind: "received_credit", ...FACTS, address: IBAN },
  ...{ payer: PAYER, remittance: "Invoice 7", occurredAt: AT },
};
const LINE = { ...FACTS, status: "received", occurredAt: AT };
const PAGE = { credits: [LINE], next: "c-1", balances: { EUR: "12050", USD: "-1", GBP: "0" } };

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const credit = (value: Given) => {
  const told = creditNewsIn(bytes(value));
  return told && readProviderCredit(told);
};
const page = (value: unknown) => readCreditPage(bytes(value));
const without = (value: Given, member: string) => {
  const { [member]: _left, ...rest } = value;
  return rest;
};
const long = (length: number) => "a".repeat(length);

test("provider credit: all that it may have -> all of it, in our form", () => {
  const { kind: _, address: _of, occurredAt, ...told } = CREDIT;
  const occurredAtMs = Date.parse(occurredAt);
  assert.deepEqual(credit({ ...CREDIT, x: {} }), {
    ...{ ...told, target: { address: IBAN }, occurredAtMs },
  });
});

/** Each message with all of its members, and what reads it. */
const MESSAGES: Record<string, { whole: Given; read(value: Given): unknown }> = {
  credit: { whole: CREDIT, read: credit },
  payer: { whole: PAYER, read: (payer) => credit({ ...CREDIT, payer }) },
  "page of credits": { whole: PAGE, read: page },
  "credit of the book": { whole: LINE, read: (line) => page({ credits: [line] }) },
};
/** Either of these names the address. */
const TARGETS = ["financialAddressId", "effectId"];

for (const [message, { whole, read }] of Object.entries(MESSAGES)) {
  const members = providerMembers(message).filter(({ member }) => !TARGETS.includes(member));
  test(`provider members: ${message} -> the table names every member that is read`, () => {
    assert.notEqual(read(whole), undefined);
    assert.deepEqual(members.map(({ member }) => member).sort(), Object.keys(whole).sort());
  });
  for (const { member, isRequired } of members) {
    test(`provider members: ${message} without ${member} -> ${isRequired ? "not taken" : "taken"}`, () => {
      assert.equal(read(without(whole, member)) === undefined, isRequired);
    });
  }
}

const NAMED: [what: string, given: Given, target: object | undefined][] = [
  ["by our id", { financialAddressId: "fa_1" }, { financialAddressId: "fa_1" }],
  ["by the effect that opened it", { effectId: "preq_1" }, { effectId: "preq_1" }],
  ["by an IBAN", { address: IBAN }, { address: IBAN }],
  [
    "by numbers of the United States",
    { address: { routingNumber: "110000000", accountNumber: "12345" } },
    { address: { routingNumber: "110000000", accountNumber: "12345" } },
  ],
  [
    "by numbers of the United Kingdom, with an alias beside them",
    { address: { sortCode: "00-00-99", accountNumber: "12345678", alias: "a@b" } },
    { address: { sortCode: "00-00-99", accountNumber: "12345678" } },
  ],
  ["by an alias", { address: { alias: "Ada@bank" } }, { address: { alias: "Ada@bank" } }],
  [
    "by all of them: our id counts",
    { financialAddressId: "fa_1", effectId: "preq_1", address: IBAN },
    { financialAddressId: "fa_1" },
  ],
  ["by a routing number alone", { address: { routingNumber: "110000000" } }, undefined],
  ["by an account number alone", { address: { accountNumber: "12345" } }, undefined],
  ["by an empty object", { address: {} }, undefined],
  ["by a number that is no text", { address: { iban: 12 } }, undefined],
  ["by an id that is no text", { financialAddressId: 1, address: IBAN }, undefined],
  ["by an effect with a space", { effectId: "preq 1", address: IBAN }, undefined],
  ["by nothing", {}, undefined],
];

for (const [what, given, target] of NAMED) {
  test(`provider credit: its address named ${what} -> ${target === undefined ? "not taken" : "taken"}`, () => {
    assert.deepEqual(credit({ ...without(CREDIT, "address"), ...given })?.target, target);
  });
}

const FORMS: [what: string, change: Given, isTaken: boolean][] = [
  ["the largest amount", { amount: "9".repeat(18) }, true],
  ["a digit more", { amount: "1".repeat(19) }, false],
  ["no money", { amount: "0" }, false],
  ["a negative amount", { amount: "-1" }, false],
  ["an amount that begins with zero", { amount: "01" }, false],
  ["an amount that is a number", { amount: 12 }, false],
  ["a currency in small letters", { currency: "eur" }, false],
  ["a currency that nobody has", { currency: "QQQ" }, true],
  ["the longest reference", { creditReference: long(128) }, true],
  ["a longer reference", { creditReference: long(129) }, false],
  ["a reference with a space", { creditReference: "a b" }, false],
  ["the longest remittance", { remittance: long(REMITTANCE_CHARACTERS_MAX) }, true],
  ["a longer remittance", { remittance: long(REMITTANCE_CHARACTERS_MAX + 1) }, false],
  ["a remittance of two lines", { remittance: "a\nb" }, false],
  ["the longest name of a payer", { payer: { name: long(PAYER_NAME_CHARACTERS_MAX) } }, true],
  ["a longer name", { payer: { name: long(PAYER_NAME_CHARACTERS_MAX + 1) } }, false],
  ["a payer of whom nothing is known", { payer: {} }, true],
  ["a payer that is a text", { payer: "Ada" }, false],
  ["an account number of two lines", { payer: { accountNumber: "1\n2" } }, false],
  ["a time that is none", { occurredAt: "yesterday" }, false],
];

for (const [what, change, isTaken] of FORMS) {
  test(`provider credit: ${what} -> ${isTaken ? "taken" : "not taken"}`, () => {
    assert.equal(credit({ ...CREDIT, ...change }) !== undefined, isTaken);
  });
}

test("provider credit: news without a kind, or with another -> no news of a credit", () => {
  for (const kind of [undefined, "payout", 1, null]) {
    assert.equal(creditNewsIn(bytes({ ...CREDIT, kind })), undefined, String(kind));
  }
  assert.equal(creditNewsIn(Buffer.from("received_credit")), undefined);
});

const PAGES: [what: string, change: Given, isTaken: boolean][] = [
  ["no credits", { credits: [] }, true],
  ["the most credits", { credits: Array(PROVIDER_PAGE_MAX).fill(LINE) }, true],
  ["a credit more", { credits: Array(PROVIDER_PAGE_MAX + 1).fill(LINE) }, false],
  ["a credit in a status that there is not", { credits: [{ ...LINE, status: "sent" }] }, false],
  ["a list of texts", { credits: ["cr-1"] }, false],
  ["a cursor with a space", { next: "a b" }, false],
  ["a balance with a point", { balances: { EUR: "1.5" } }, false],
  ["a balance of no currency", { balances: { euro: "1" } }, false],
  ["balances as a list", { balances: ["1"] }, false],
];

for (const [what, change, isTaken] of PAGES) {
  test(`credit page: ${what} -> ${isTaken ? "read" : "not read"}`, () => {
    assert.equal(page({ ...PAGE, ...change }) !== undefined, isTaken);
  });
}

test("provider credit: any JSON and any bytes -> read as nothing that they are not, never thrown", () => {
  const any = fc.oneof(
    fc.json().map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from(some)),
    fc.dictionary(fc.constantFrom(...Object.keys(CREDIT)), fc.jsonValue()).map(bytes),
  );
  fc.assert(
    fc.property(any, (body) => {
      const told = creditNewsIn(body);
      if (told !== undefined) assert.equal(told["kind"], "received_credit");
      const read = readProviderCredit({ ...told });
      if (read !== undefined) assert.match(read.amount, /^[1-9]\d{0,17}$/);
      assert.equal(Array.isArray(readCreditPage(body)?.credits ?? []), true);
    }),
  );
});
