/** Entries of several payments, with charges, of what comes back, and with much or little said of them: what each tells comes to its amount. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  batchText,
  type EntryParts,
  entryText,
  RETURNED,
  transactionText,
} from "../../test/support/iso20022/bank_entries.ts";
import { statementOf } from "../../test/support/iso20022/bank_says.ts";
import { schemaFault, skipSchemas } from "../../test/support/iso20022/outside.ts";
import { readBankFile } from "./bank_file.ts";

const iban = "DE02120300000000202051";
const tx = transactionText;
const textOf = (entry: EntryParts) =>
  statementOf({ messageId: "S", iban, entries: [entryText(entry)] });

type Row = readonly [what: string, entry: EntryParts, told: readonly Record<string, unknown>[]];
const PARTIES =
  "<Dbtr><Pty><Nm>Charles Babbage</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>GB29NWBK60161331926819</IBAN></Id></DbtrAcct><UltmtDbtr><Pty><Nm>Difference Engine Ltd</Nm></Pty></UltmtDbtr><Cdtr><Pty><Nm>Acme</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct><UltmtCdtr><Pty><Nm>Ada King</Nm></Pty></UltmtCdtr>";
const credit = { direction: "CRDT", reference: "E-1" } as const;
const debit = { direction: "DBIT", reference: "E-1" } as const;

const ROWS: readonly Row[] = [
  [
    "several transactions with names of their own",
    {
      ...{ ...credit, amount: "30.00" },
      details: [
        tx({ amount: "10.00", reference: "T-1" }) + tx({ amount: "20.00", reference: "T-2" }),
      ],
    },
    [
      { direction: "credit", amount: "1000", bankReference: "T-1" },
      { direction: "credit", amount: "2000", bankReference: "T-2" },
    ],
  ],
  [
    "several transactions without names, two of them of one amount",
    {
      ...{ ...credit, amount: "40.00" },
      details: [
        tx({ amount: "10.00", endToEndId: "A" }) +
          tx({ amount: "20.00" }) +
          tx({ amount: "10.00" }),
      ],
    },
    [
      { amount: "1000", bankReference: "E-1.1000.1", references: ["A"] },
      { amount: "2000", bankReference: "E-1.2000.1" },
      { amount: "1000", bankReference: "E-1.1000.2" },
    ],
  ],
  [
    "several transactions, each in details of its own",
    {
      ...{ ...debit, amount: "30.00" },
      details: [tx({ amount: "10.00", endToEndId: "A" }), tx({ amount: "20.00", endToEndId: "B" })],
    },
    [
      { direction: "debit", amount: "1000", references: ["A"] },
      { direction: "debit", amount: "2000", references: ["B"] },
    ],
  ],
  [
    "transactions in both directions",
    {
      ...{ ...credit, amount: "15.00" },
      details: [
        tx({ amount: "20.00", direction: "CRDT", reference: "T-1" }) +
          tx({ amount: "5.00", direction: "DBIT", endToEndId: "A", returned: RETURNED.plain }),
      ],
    },
    [
      { direction: "credit", amount: "2000", bankReference: "T-1" },
      { direction: "debit", amount: "500", isReturn: true, reason: "AC04", references: ["A"] },
    ],
  ],
  [
    "amounts of transactions in AmtDtls alone",
    {
      ...{ ...debit, amount: "30.00" },
      details: [tx({ settled: "10.00" }) + tx({ settled: "20.00" })],
    },
    [{ amount: "1000" }, { amount: "2000" }],
  ],
  [
    "one transaction without an amount",
    { ...{ ...debit, amount: "30.00" }, details: [tx({ endToEndId: "A" })] },
    [{ amount: "3000", references: ["A"], bankReference: "E-1" }],
  ],
  [
    "several transactions, one without an amount",
    { ...{ ...debit, amount: "30.00" }, details: [tx({ amount: "10.00" }) + tx({})] },
    [{ amount: "3000", fault: "it has 2 parts, which do not all say how much of it they are" }],
  ],
  [
    "several transactions in another currency",
    {
      ...{ ...credit, amount: "30.00" },
      details: [
        tx({ amount: "10.00", currency: "USD" }) + tx({ amount: "25.00", currency: "USD" }),
      ],
    },
    [
      {
        ...{ amount: "3000", currency: "EUR" },
        fault: "it has 2 parts, which do not all say how much of it they are",
      },
    ],
  ],
  [
    "one transaction in another currency",
    { ...{ ...credit, amount: "30.00" }, details: [tx({ amount: "35.00", currency: "USD" })] },
    [{ amount: "3000", currency: "EUR", orderedAmount: undefined }],
  ],
  [
    "fewer transactions than the entry is of",
    {
      ...{ ...credit, amount: "30.00" },
      details: [batchText({ count: 3 }) + tx({ amount: "10.00" }) + tx({ amount: "5.00" })],
    },
    [
      { amount: "1000" },
      { amount: "500" },
      {
        ...{ direction: "credit", amount: "1500", bankReference: undefined },
        fault:
          "the parts of its entry come to 15.00 EUR, and this is the rest: charges, or what the bank has left out",
      },
    ],
  ],
  [
    "one transaction of less than came",
    {
      ...{ ...credit, amount: "30.00" },
      details: [batchText({}) + tx({ amount: "10.00", reference: "T-1" })],
    },
    [
      { amount: "1000", bankReference: "T-1", orderedAmount: undefined },
      { direction: "credit", amount: "2000", bankReference: undefined },
    ],
  ],
  [
    "transactions from which charges were taken together",
    {
      ...{ ...credit, amount: "29.50" },
      details: [tx({ amount: "10.00" }) + tx({ amount: "20.00" })],
    },
    [
      { amount: "1000" },
      { amount: "2000" },
      {
        ...{ direction: "debit", amount: "50" },
        fault:
          "the parts of its entry come to 30.00 EUR, and this is the rest: charges, or what the bank has left out",
      },
    ],
  ],
  [
    "charges that were taken from what came",
    {
      ...{ ...credit, amount: "98.50" },
      details: [tx({ amount: "100.00", charges: "1.50", reference: "T-1" })],
    },
    [{ amount: "9850", orderedAmount: "10000", bankReference: "T-1" }],
  ],
  [
    "charges beside what was ordered",
    {
      ...{ ...debit, amount: "125.50" },
      details: [tx({ amount: "125.50", instructed: "120.50", charges: "5.00", endToEndId: "A" })],
    },
    [{ direction: "debit", amount: "12550", orderedAmount: "12050", references: ["A"] }],
  ],
  [
    "no transactions, a number of them and the message",
    {
      ...{ ...debit, amount: "130.45" },
      details: [batchText({ messageId: "bmsg-1", blockId: "bmsg-1", total: "130.45" })],
    },
    [{ amount: "13045", references: ["bmsg-1", "bmsg-1"], orderedAmount: undefined }],
  ],
  [
    "two messages, each with its total",
    {
      ...{ ...debit, amount: "30.00" },
      details: [
        batchText({ messageId: "bmsg-1", total: "10.00" }),
        batchText({ blockId: "bmsg-2", total: "20.00" }),
      ],
    },
    [
      { amount: "1000", references: ["bmsg-1"] },
      { amount: "2000", references: ["bmsg-2"] },
    ],
  ],
  [
    "two messages without totals",
    {
      ...{ ...debit, amount: "30.00" },
      details: [batchText({ messageId: "bmsg-1" }), batchText({ messageId: "bmsg-2" })],
    },
    [{ amount: "3000", fault: "it has 2 parts, which do not all say how much of it they are" }],
  ],
  [
    "a batch of nobody's",
    { ...{ ...credit, amount: "30.00" }, details: [batchText({ count: 7 })] },
    [{ amount: "3000", references: [], bankReference: "E-1" }],
  ],
  ["no details", { ...credit, amount: "30.00" }, [{ amount: "3000", bankReference: "E-1" }]],
  [
    "the moment of booking",
    { ...credit, amount: "30.00", booked: "<DtTm>2026-11-30T23:30:00.5+01:00</DtTm>" },
    [{ occurredAtMs: Date.UTC(2026, 10, 30, 22, 30, 0, 500) }],
  ],
  [
    "no day, not booked yet",
    { ...credit, amount: "30.00", status: "PDNG", booked: "" },
    [{ isBooked: false, occurredAtMs: Date.UTC(2026, 10, 30, 18) }],
  ],
  [
    "RvslInd true",
    { ...credit, amount: "30.00", reversal: "true", details: [tx({ endToEndId: "A" })] },
    [{ direction: "credit", isReturn: true, references: ["A"] }],
  ],
  ["RvslInd 1", { ...debit, amount: "3", reversal: "1" }, [{ direction: "debit", isReturn: true }]],
  ["RvslInd false", { ...debit, amount: "3", reversal: "false" }, [{ isReturn: false }]],
  [
    "what comes back, with all that is said of it",
    {
      ...{ ...credit, amount: "30.00" },
      details: [tx({ amount: "30.00", returned: RETURNED.full, parties: PARTIES })],
    },
    [
      {
        ...{ isReturn: true, reason: "915", creditedAccount: undefined },
        payer: { name: "Acme", accountNumber: "DE89370400440532013000" },
      },
    ],
  ],
  [
    "ultimate parties beside the others",
    { ...{ ...credit, amount: "30.00" }, details: [tx({ amount: "30.00", parties: PARTIES })] },
    [
      {
        creditedAccount: { iban: "DE89370400440532013000" },
        payer: { name: "Charles Babbage", accountNumber: "GB29NWBK60161331926819" },
      },
    ],
  ],
  [
    "the ultimate debtor alone",
    {
      ...{ ...credit, amount: "30.00" },
      details: [
        tx({ amount: "30.00", parties: "<UltmtDbtr><Pty><Nm>Ada King</Nm></Pty></UltmtDbtr>" }),
      ],
    },
    [{ payer: { name: "Ada King" } }],
  ],
  [
    "a bank that pays",
    {
      ...{ ...credit, amount: "30.00" },
      details: [
        tx({
          amount: "30.00",
          parties: "<Dbtr><Agt><FinInstnId><Nm>Bank AG</Nm></FinInstnId></Agt></Dbtr>",
        }),
      ],
    },
    [{ payer: { name: "Bank AG" } }],
  ],
  [
    "references in several lines, and one of the creditor",
    {
      ...{ ...credit, amount: "30.00" },
      details: [
        tx({
          amount: "30.00",
          remittance:
            "<Ustrd>Invoice 7</Ustrd><Ustrd>of March</Ustrd><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd>",
        }),
      ],
    },
    [{ remittance: "Invoice 7 of March RF18539007547034" }],
  ],
];

for (const [what, entry, expected] of ROWS) {
  test(`entry: ${what} -> ${expected.length} of it, which come to its amount`, () => {
    const file = readBankFile(Buffer.from(textOf(entry)));
    assert.ok("statements" in file);
    const told = file.statements[0]?.movements ?? [];
    assert.equal(told.length, expected.length);
    for (const [at, members] of expected.entries()) {
      const said = told[at] as unknown as Record<string, unknown>;
      for (const [name, value] of Object.entries(members))
        assert.deepEqual(said[name], value, name);
    }
    const signed = (way: string, amount: string) => (/^d/i.test(way) ? -1 : 1) * Number(amount);
    const sum = told.reduce((total, one) => total + signed(one.direction, one.amount), 0);
    assert.equal(sum, Math.round(100 * signed(entry.direction, entry.amount)));
  });
}

test("entry: what these tests say -> valid against camt.053.001.08", { skip: skipSchemas }, () => {
  for (const [what, entry] of ROWS)
    assert.equal(schemaFault(textOf(entry), "camt.053.001.08"), "", what);
});

test("entry: booked without a day -> the file is refused, and says where", () => {
  const text = textOf({ ...credit, amount: "30.00", booked: "" });
  assert.throws(
    () => readBankFile(Buffer.from(text)),
    /^FileFault: line \d+: an entry has no date/,
  );
});
