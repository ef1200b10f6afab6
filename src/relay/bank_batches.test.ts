/** The import of entries that are of several payments, or with charges: what is told of which order, what becomes a credit, and what is named as not taken. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  batchText,
  type EntryParts,
  entryText,
  RETURNED,
  transactionText as tx,
} from "../../test/support/iso20022/bank_entries.ts";
import { statementOf } from "../../test/support/iso20022/bank_says.ts";
import {
  DEBIT,
  imported,
  MESSAGE,
  OWN_IBAN,
  PAYOUT,
  refer,
  suffixAt,
} from "../../test/support/relay/imported_files.ts";

const statement = (entry: EntryParts) =>
  statementOf({ messageId: "S-1", iban: OWN_IBAN, entries: [entryText(entry)] });
const order = (id: string, amount: string, more: object = {}) =>
  tx({ endToEndId: refer(id), amount, ...more });
const debit = { direction: "DBIT", reference: "E-1" } as const;
const credit = { direction: "CRDT", reference: "E-1" } as const;

type Expected = {
  told?: [id: string, status: string][];
  credits?: [reference: string, amount: string][];
  notTaken?: RegExp[];
  payout?: object;
};
const ROWS: readonly [what: string, entry: EntryParts, expected: Expected][] = [
  [
    "a payout and a fee as transactions of one entry",
    {
      ...{ ...debit, amount: "121.00" },
      details: [order(PAYOUT, "120.50") + tx({ amount: "0.50", endToEndId: "NOTPROVIDED" })],
    },
    { told: [[PAYOUT, "posted"]], notTaken: [/^line \d+: not taken: -0\.50 EUR: a debit of no/] },
  ],
  [
    "a payout, with charges that its entry is larger by",
    { ...{ ...debit, amount: "125.50" }, details: [order(PAYOUT, "120.50", { charges: "5.00" })] },
    { told: [[PAYOUT, "posted"]], notTaken: [/-5\.00 EUR: charges of the bank beside po_\w+$/] },
  ],
  [
    "a payout, with charges in the amount of its transaction",
    {
      ...{ ...debit, amount: "125.50" },
      details: [order(PAYOUT, "125.50", { instructed: "120.50", charges: "5.00" })],
    },
    { told: [[PAYOUT, "posted"]], notTaken: [/-5\.00 EUR: charges of the bank beside po_\w+$/] },
  ],
  [
    "a payout that comes back less charges",
    {
      ...{ ...credit, amount: "115.50" },
      details: [
        order(PAYOUT, "115.50", {
          ...{ instructed: "120.50", charges: "5.00", returned: RETURNED.full },
        }),
      ],
    },
    { told: [[PAYOUT, "returned"]], notTaken: [/-5\.00 EUR: charges of the bank beside po_\w+$/] },
  ],
  [
    "a debit that comes back with the charges of both banks, beside another order",
    {
      ...{ ...debit, amount: "128.50" },
      details: [
        order(DEBIT, "8.00", { instructed: "5.00", charges: "3.00", returned: RETURNED.plain }) +
          order(PAYOUT, "120.50"),
      ],
    },
    {
      told: [
        [DEBIT, "returned"],
        [PAYOUT, "posted"],
      ],
      notTaken: [/-3\.00 EUR: charges of the bank beside coll_1$/],
    },
  ],
  [
    "less than was ordered, as if charges were paid to us",
    {
      ...{ ...debit, amount: "115.50" },
      details: [order(PAYOUT, "115.50", { instructed: "120.50" })],
    },
    { notTaken: [/-115\.50 EUR: po_\w+ is of 120\.50 EUR$/] },
  ],
  [
    "a payout that is reversed by RvslInd",
    { ...{ ...credit, amount: "120.50", reversal: "true" }, details: [order(PAYOUT, "120.50")] },
    { told: [[PAYOUT, "returned"]] },
  ],
  [
    "a credit of no order that is reversed by RvslInd",
    { ...{ ...debit, amount: "7.00", reversal: "1" }, details: [tx({ amount: "7.00" })] },
    {
      notTaken: [/-7\.00 EUR: a debit that takes back what had come, and names no order of ours$/],
    },
  ],
  [
    "a message by the number of its orders",
    {
      ...{ ...debit, amount: "125.50" },
      details: [batchText({ messageId: refer(MESSAGE), blockId: refer(MESSAGE) })],
    },
    {
      told: [
        [PAYOUT, "posted"],
        [DEBIT, "returned"],
      ],
    },
  ],
  [
    "a message of which the bank has refused an order before",
    {
      ...{ ...debit, amount: "5.00" },
      details: [batchText({ blockId: refer(MESSAGE), count: 1 })],
    },
    { told: [[DEBIT, "returned"]], payout: { status: "failed" } },
  ],
  [
    "a message, with charges",
    {
      ...{ ...debit, amount: "126.00" },
      details: [batchText({ messageId: refer(MESSAGE), total: "125.50" })],
    },
    {
      told: [
        [PAYOUT, "posted"],
        [DEBIT, "returned"],
      ],
      notTaken: [/-0\.50 EUR: charges of the bank beside the orders of its message$/],
    },
  ],
  [
    "a part of a message that nobody can name",
    {
      ...{ ...debit, amount: "5.00" },
      details: [batchText({ messageId: refer(MESSAGE), count: 1 })],
    },
    { notTaken: [/-5\.00 EUR: the orders of its message come to 125\.50 EUR$/] },
  ],
  [
    "credits of one entry without names of their own",
    {
      ...{ ...credit, amount: "30.00" },
      details: [tx({ amount: "10.00" }) + tx({ amount: "10.00" }) + tx({ amount: "10.00" })],
    },
    {
      credits: [
        ["E-1.1000.1", "1000"],
        ["E-1.1000.2", "1000"],
        ["E-1.1000.3", "1000"],
      ],
    },
  ],
  [
    "a credit from which charges were taken",
    {
      ...{ ...credit, amount: "98.50" },
      details: [tx({ amount: "100.00", charges: "1.50", reference: "T-1" })],
    },
    { credits: [["T-1", "9850"]] },
  ],
  [
    "credits, one of which the bank has left out",
    {
      ...{ ...credit, amount: "30.00" },
      details: [batchText({ count: 2 }) + tx({ amount: "10.00", reference: "T-1" })],
    },
    {
      credits: [["T-1", "1000"]],
      notTaken: [/: 20\.00 EUR: the parts of its entry come to 10\.00 EUR, and this is the rest/],
    },
  ],
  [
    "credits, some of which the bank has left out",
    {
      ...{ ...credit, amount: "30.00" },
      details: [
        tx({ amount: "10.00", reference: "T-1" }) + tx({ amount: "12.00", reference: "T-2" }),
      ],
    },
    {
      credits: [
        ["T-1", "1000"],
        ["T-2", "1200"],
      ],
      notTaken: [/: 8\.00 EUR: the parts of its entry come to 22\.00 EUR, and this is the rest/],
    },
  ],
  [
    "credits of which nobody says how much they are",
    { ...{ ...credit, amount: "30.00" }, details: [tx({ amount: "10.00" }) + tx({})] },
    { notTaken: [/30\.00 EUR: it has 2 parts, which do not all say how much of it they are$/] },
  ],
  [
    "a batch of credits without transactions",
    { ...{ ...credit, amount: "30.00" }, details: [batchText({ count: 7 })] },
    { credits: [["E-1", "3000"]] },
  ],
];

for (const [what, entry, { told = [], credits = [], notTaken = [], payout }] of ROWS) {
  const says = [
    ...told.map(([, status]) => status),
    ...credits.map(([reference]) => reference),
    ...notTaken.map(() => "not taken"),
  ];
  test(`bank import: ${what} -> ${says.join(", ")}`, async () => {
    const was = payout === undefined ? {} : { payout };
    const read = await imported(statement(entry), was);
    assert.deepEqual(
      read.told.map((news) => ["effectId" in news && news.effectId, news.status]),
      told,
    );
    assert.deepEqual(
      read.credits.map(({ creditReference, amount }) => [creditReference, amount]),
      credits,
    );
    const lines = read.read.entries.filter((line) => line.includes("not taken"));
    assert.equal(lines.length, notTaken.length, lines.join("\n"));
    for (const [at, form] of notTaken.entries()) assert.match(lines[at] ?? "", form);
    const again = await imported(statement(entry), was);
    const ids = (all: typeof read.told) => all.map((news) => news.newsId);
    assert.deepEqual(ids(again.told), ids(read.told));
    assert.equal(new Set(ids(read.told)).size, told.length);
  });
}

test("bank import: credits of one entry in another order, or fewer of them -> the same names", async () => {
  const [ten, twenty] = [tx({ amount: "10.00" }), tx({ amount: "20.00" })];
  const namesOf = async (amount: string, details: string) => {
    const { credits } = await imported(statement({ ...credit, amount, details: [details] }));
    return credits.map(({ creditReference }) => creditReference).sort();
  };
  const both = await namesOf("30.00", ten + twenty);
  assert.deepEqual(await namesOf("30.00", twenty + ten), both);
  assert.deepEqual(await namesOf("50.00", twenty + ten + twenty), [...both, "E-1.2000.2"]);
});

test("bank import: one order of an entry that nobody knows -> the others are told, and it is named", async () => {
  const details = [order(PAYOUT, "120.50") + order(`preq_${suffixAt(9)}`, "1.00")];
  const { read, told } = await imported(statement({ ...debit, amount: "121.50", details }));
  assert.deepEqual([told.length, read.taken, read.notTaken], [1, 1, 1]);
  assert.match(read.entries[1] ?? "", /no order to this bank has the id/);
});
