/** What a bank's file says, as news and credits: each status and each direction of money, and what of a payer can be kept. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  PAYER_NAME_CHARACTERS_MAX,
  REMITTANCE_CHARACTERS_MAX,
} from "../contract/messages/provider_credit.ts";
import type { SaidMovement, SaidStatus } from "../iso20022/bank_said.ts";
import {
  creditOf,
  namedIn,
  newsIdOf,
  outcomeOfMovement,
  outcomeOfStatus,
  reasonOf,
} from "./bank_tellings.ts";

const REQUEST = "01KB0123456789ABCDEFGHJKM1";
const MESSAGE = "01KB0123456789ABCDEFGHJKMN";
const OWN = "DE02120300000000202051";

const STATUSES: readonly [SaidStatus["status"], payout: string, collection: string][] = [
  ["rejected", "failed", "failed"],
  ["cancelled", "cancelled", "failed"],
  ["pending", "processing", "processing"],
  ["settled", "posted", "processing"],
  ["credited", "posted", "collected"],
];
for (const [status, payout, collection] of STATUSES) {
  test(`bank tellings: an order is ${status} -> a payout ${payout}, a collection ${collection}`, () => {
    const said = { status } as SaidStatus;
    const outcomes = [outcomeOfStatus("payout", said), outcomeOfStatus("collection", said)];
    assert.deepEqual(outcomes, [payout, collection]);
  });
}

const DIRECTIONS: readonly [SaidMovement["direction"], payout: string, collection: string][] = [
  ["debit", "posted", "returned"],
  ["credit", "returned", "collected"],
];
for (const [direction, payout, collection] of DIRECTIONS) {
  test(`bank tellings: a ${direction} for an order -> a payout ${payout}, a collection ${collection}`, () => {
    const said = { direction } as SaidMovement;
    const outcomes = [outcomeOfMovement("payout", said), outcomeOfMovement("collection", said)];
    assert.deepEqual(outcomes, [payout, collection]);
  });
}

const NAMED: readonly [what: string, references: string[], named: object][] = [
  ["of an order", [`preq-${REQUEST}`], { requestId: `preq_${REQUEST}` }],
  ["of a message", [`bmsg-${MESSAGE}`], { messageId: `bmsg_${MESSAGE}` }],
  [
    "of both, behind one of the bank's",
    ["B-1", `preq-${REQUEST}`, `bmsg-${MESSAGE}`],
    { requestId: `preq_${REQUEST}`, messageId: `bmsg_${MESSAGE}` },
  ],
  ["of the bank alone", ["B-1", "preq-1"], {}],
];
for (const [what, references, named] of NAMED) {
  test(`bank tellings: references ${what} -> ${Object.keys(named).join(" and ") || "nothing"}`, () => {
    assert.deepEqual(namedIn(references), named);
  });
}

const REASONS: readonly [string | undefined, string | undefined][] = [
  ["AC04", "ac04"],
  ["Konto geschlossen", "konto_geschlossen"],
  ["x".repeat(65), "x".repeat(64)],
  ["", undefined],
  [undefined, undefined],
];
for (const [written, code] of REASONS) {
  test(`bank tellings: the reason ${written?.slice(0, 20)} -> ${code?.slice(0, 20)}`, () => {
    assert.equal(reasonOf(written), code);
  });
}

test("bank tellings: the same parts again -> the same id of news; parted otherwise -> another", () => {
  assert.equal(newsIdOf("movement", "B-1", "preq"), newsIdOf("movement", "B-1", "preq"));
  assert.notEqual(newsIdOf("movement", "B-1", "preq"), newsIdOf("movement", "B-1preq"));
});

const MONEY: SaidMovement = {
  ...{ what: "movement", line: 7, direction: "credit", isReturn: false, isBooked: true },
  ...{ amount: "700", currency: "EUR", bankReference: "B-3", references: [], occurredAtMs: 1 },
};

/** What becomes a credit, or why it does not. */
function creditIn(more: Partial<SaidMovement>, account: object = { iban: OWN }) {
  return creditOf({ ...MONEY, ...more }, account);
}
function assertTarget(read: ReturnType<typeof creditOf>, address: object): void {
  assert.ok("credit" in read, JSON.stringify(read));
  assert.deepEqual(read.credit.target, { address });
}

test("bank tellings: money without an order -> a credit by the bank's reference, to the account of the statement", () => {
  const read = creditIn({ payer: { name: "Ada", accountNumber: "1234" }, remittance: "Invoice 7" });
  assert.deepEqual(read, {
    credit: {
      ...{ newsId: newsIdOf("credit", "B-3"), creditReference: "B-3" },
      ...{ amount: "700", currency: "EUR", occurredAtMs: 1, target: { address: { iban: OWN } } },
      ...{ payer: { name: "Ada", accountNumber: "1234" }, remittance: "Invoice 7" },
    },
  });
});

const CREDITED = { iban: "DE89370400440532013000" };
test("bank tellings: an entry that names another account as credited -> the credit is for that", () => {
  assertTarget(creditIn({ creditedAccount: CREDITED }), CREDITED);
});

for (const [what, account, address] of [
  [
    "a routing number",
    { accountNumber: "1", routingNumber: "2" },
    { routingNumber: "2", accountNumber: "1" },
  ],
  ["a sort code", { accountNumber: "1", sortCode: "3" }, { sortCode: "3", accountNumber: "1" }],
  ["neither", { accountNumber: "1" }, { alias: "1" }],
] as const) {
  test(`bank tellings: an account without an IBAN, beside ${what} -> ${Object.keys(address).join(", ")}`, () => {
    assertTarget(creditIn({}, account), address);
  });
}

const FAULTS: readonly [what: string, more: Partial<SaidMovement>, account: object, RegExp][] = [
  ["no reference of the bank", { bankReference: "" }, { iban: OWN }, /no name of its own/],
  ["a reference with a space", { bankReference: "B 3" }, { iban: OWN }, /without spaces/],
  ["the amount 0", { amount: "000" }, { iban: OWN }, /of nothing/],
  ["no account", {}, {}, /names no account/],
];
for (const [what, more, account, fault] of FAULTS) {
  test(`bank tellings: money with ${what} -> no credit, and says why`, () => {
    const read = creditIn(more, account);
    assert.ok("fault" in read, JSON.stringify(read));
    assert.match(read.fault, fault);
  });
}

test("bank tellings: a payer and a remittance that are too long -> cut; with a character of control -> left out", () => {
  const long = { payer: { name: "n".repeat(999) }, remittance: "r".repeat(999) };
  const cut = creditIn(long);
  assert.ok("credit" in cut);
  assert.equal(cut.credit.payer?.name?.length, PAYER_NAME_CHARACTERS_MAX);
  assert.equal(cut.credit.remittance?.length, REMITTANCE_CHARACTERS_MAX);
  const odd = creditIn({ payer: { name: "a\u0000b" }, remittance: "\u0007" });
  assert.ok("credit" in odd);
  assert.deepEqual([odd.credit.payer, odd.credit.remittance], [undefined, undefined]);
});

test("bank tellings: a payer and a remittance that are cut within a character -> cut before it", () => {
  const text = (length: number) => `${"x".repeat(length - 1)}😀`;
  const long = { payer: { name: text(PAYER_NAME_CHARACTERS_MAX) } };
  const read = creditIn({ ...long, remittance: text(REMITTANCE_CHARACTERS_MAX) });
  assert.ok("credit" in read);
  assert.equal(read.credit.payer?.name, "x".repeat(PAYER_NAME_CHARACTERS_MAX - 1));
  assert.equal(read.credit.remittance, "x".repeat(REMITTANCE_CHARACTERS_MAX - 1));
});
