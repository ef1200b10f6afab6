/** What the comparison of credits names: each difference, and nothing that is under way. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CREDIT_DIFFERENCES } from "../contract/messages/book_differences.ts";
import type { CreditBookLine, CreditPage } from "../contract/messages/provider_credit.ts";
import { type OwnCredit, type OwnMoney, reconcileCredits } from "./credit_reconciliation.ts";
import { DIFFERENCES_SHOWN_MAX } from "./reconciliation.ts";

const MONEY = { creditReference: "cr-1", amount: "500", currency: "EUR" };
const OWN: OwnCredit = { ...MONEY, state: "received", isContradicted: false };
const LINE: CreditBookLine = { ...MONEY, status: "received", occurredAtMs: 0 };

const moneyOf = (credits: readonly OwnCredit[], external: Record<string, bigint> = {}) => ({
  credits: new Map(credits.map((one) => [one.creditReference, one])),
  external: new Map(Object.entries(external)),
});

/** Compares these, where the bank's book has one page. */
async function compared(
  credits: readonly OwnCredit[],
  lines: readonly CreditBookLine[],
  more: {
    external?: Record<string, bigint>;
    balances?: Record<string, string>;
    isPending?: boolean;
  } = {},
) {
  const { external, balances, isPending = false } = more;
  const page: CreditPage = { credits: [...lines], ...(balances && { balances }) };
  const own = async () => moneyOf(credits, external);
  const result = await reconcileCredits({ own, page: async () => page, isPending });
  assert.ok(result !== undefined);
  return result;
}

const ROWS: [
  what: string,
  own: Partial<OwnCredit> | undefined,
  line: Partial<CreditBookLine> | undefined,
  found: string[],
][] = [
  ["on both sides", {}, {}, []],
  ["in the bank's book alone", undefined, {}, ["credit_unknown_here"]],
  ["on record here alone", {}, undefined, ["credit_missing_there"]],
  ["with another amount there", { amount: "5" }, {}, ["credit_amount_differs"]],
  ["in another currency there", {}, { currency: "USD" }, ["credit_amount_differs"]],
  ["sent back there alone", {}, { status: "returned" }, ["credit_status_differs"]],
  ["sent back here alone", { state: "returned" }, {}, ["credit_status_differs"]],
  ["sent back on both sides", { state: "returned" }, { status: "returned" }, []],
  ["being sent back", { state: "returning" }, {}, []],
  ["being sent back, which the bank has done", { state: "returning" }, { status: "returned" }, []],
  ["nobody's", { state: "nobodys" }, {}, ["credit_unassigned"]],
  ["contradicted, and the book says what holds", { isContradicted: true }, {}, []],
  [
    "contradicted, and the book says the other",
    { isContradicted: true },
    { amount: "7" },
    ["credit_amount_differs", "credit_contradicted"],
  ],
  [
    "contradicted, and not in the book",
    { isContradicted: true },
    undefined,
    ["credit_missing_there", "credit_contradicted"],
  ],
];

for (const [what, own, line, found] of ROWS) {
  test(`credit reconciliation: one ${what} -> ${found.length === 0 ? "no difference" : found.join(", ")}`, async () => {
    const { agree, differences, counts } = await compared(
      own === undefined ? [] : [{ ...OWN, ...own }],
      line === undefined ? [] : [{ ...LINE, ...line }],
    );
    assert.deepEqual(
      differences.map(({ difference }) => difference),
      found,
    );
    assert.equal(agree, found.length === 0);
    for (const kind of CREDIT_DIFFERENCES) assert.equal(counts[kind], found.includes(kind) ? 1 : 0);
  });
}

test("credit reconciliation: a credit that is told while the book is read -> no difference", async () => {
  let told: OwnMoney = moneyOf([]);
  const page = async () => {
    told = moneyOf([OWN]);
    return { credits: [LINE] };
  };
  const result = await reconcileCredits({ own: async () => told, page, isPending: false });
  assert.equal(result?.agree, true);
});

test("credit reconciliation: a credit that arrives and is told after its page was read -> no difference, and balances are not judged", async () => {
  let told: OwnMoney = moneyOf([OWN], { EUR: 500n });
  const page = async () => {
    const late = { ...OWN, creditReference: "cr-2" };
    told = moneyOf([OWN, late], { EUR: 1_000n });
    return { credits: [LINE], balances: { EUR: "500" } };
  };
  const parts = { own: async () => told, page, isPending: false };
  assert.deepEqual((await reconcileCredits(parts))?.counts.balance_differs, 0);
  assert.equal((await reconcileCredits(parts))?.counts.credit_missing_there, 1);
});

test("credit reconciliation: money moves while the book is read -> balances are not judged", async () => {
  let told: OwnMoney = moneyOf([OWN], { EUR: 500n });
  const page = async () => {
    told = moneyOf([OWN], { EUR: 400n });
    return { credits: [LINE], balances: { EUR: "500" } };
  };
  const parts = { own: async () => told, page, isPending: false };
  assert.equal((await reconcileCredits(parts))?.agree, true);
  assert.equal((await reconcileCredits(parts))?.counts.balance_differs, 1);
});

test("credit reconciliation: what the bank has -> the external accounts and what is nobody's; another sum -> told, where nothing is under way", async () => {
  const nobodys = { ...OWN, creditReference: "cr-2", state: "nobodys" } as const;
  const lines = [LINE, { ...LINE, creditReference: "cr-2" }];
  const external = { EUR: 500n, USD: -3n };
  const same = await compared([OWN, nobodys], lines, {
    ...{ external, balances: { EUR: "1000", USD: "-3" } },
  });
  assert.deepEqual(same.positions, [
    { currency: "EUR", external: "500", nobodys: "500", here: "1000", there: "1000" },
    { currency: "USD", external: "-3", nobodys: "0", here: "-3", there: "-3" },
  ]);
  assert.equal(same.counts.balance_differs, 0);
  const other = { external, balances: { EUR: "999" } };
  const told = await compared([OWN, nobodys], lines, other);
  assert.deepEqual(told.differences.slice(1), [
    { difference: "balance_differs", here: "1000 EUR", there: "999 EUR" },
    { difference: "balance_differs", here: "-3 USD", there: "0 USD" },
  ]);
  assert.deepEqual(
    told.found.map(({ difference, of }) => `${difference} of ${of}`),
    ["credit_unassigned of cr-2", "balance_differs of EUR 1", "balance_differs of USD -3"],
  );
  const underWay = await compared([OWN, nobodys], lines, { ...other, isPending: true });
  assert.equal(underWay.counts.balance_differs, 0);
});

test("credit reconciliation: a bank that says no balances -> positions without its side, no difference", async () => {
  const { positions, agree } = await compared([OWN], [LINE], { external: { EUR: 7n } });
  assert.deepEqual(positions, [{ currency: "EUR", external: "7", nobodys: "0", here: "7" }]);
  assert.equal(agree, true);
});

test("credit reconciliation: a bank without a book of credits -> nothing is compared", async () => {
  const own = async () => moneyOf([OWN]);
  const none = await reconcileCredits({ own, page: async () => undefined, isPending: false });
  assert.equal(none, undefined);
});

test("credit reconciliation: pages that lead back, or an empty one that is not the last -> rejected", async () => {
  const own = async () => moneyOf([]);
  for (const credits of [[LINE], []]) {
    const page = async () => ({ credits, next: "c-1" });
    await assert.rejects(reconcileCredits({ own, page, isPending: false }), /does not end/);
  }
});

test("credit reconciliation: a difference -> found with the realm of the credit, where it has one", async () => {
  const home = { shard: 1, realm: 7 };
  const { found } = await compared([{ ...OWN, home }], [{ ...LINE, creditReference: "cr-2" }]);
  assert.deepEqual(found, [
    { difference: "credit_unknown_here", of: "cr-2" },
    { difference: "credit_missing_there", of: "cr-1", home },
  ]);
});

test(`credit reconciliation: ${DIFFERENCES_SHOWN_MAX + 1} differences of a kind -> all counted, ${DIFFERENCES_SHOWN_MAX} shown`, async () => {
  const lines = Array.from({ length: DIFFERENCES_SHOWN_MAX + 1 }, (_, at) => ({
    ...{ ...LINE, creditReference: `cr-${at}` },
  }));
  const { counts, differences } = await compared([], lines);
  assert.equal(counts.credit_unknown_here, DIFFERENCES_SHOWN_MAX + 1);
  assert.equal(differences.length, DIFFERENCES_SHOWN_MAX);
});
