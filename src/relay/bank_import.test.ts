/** The import of a bank's file, entry by entry: what is told of which order, what becomes a credit, and why an entry is not taken. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type SaidEntry,
  type SaidStatus,
  statementOf,
  statusReport,
} from "../../test/support/iso20022/bank_says.ts";
import {
  ADDRESS,
  DEBIT,
  imported,
  MESSAGE,
  NOW_MS,
  OWN_IBAN,
  PAYOUT,
  refer,
  suffixAt,
} from "../../test/support/relay/imported_files.ts";
import { isoDay } from "../base/iso_time.ts";
import type { NewsVerdict } from "../contract/messages/provider_news.ts";
import { AHEAD_MS_MAX, CREDITS_AT_ONCE } from "./bank_import.ts";

const statement = (...entries: SaidEntry[]) =>
  statementOf({ messageId: "S-1", iban: OWN_IBAN, entries });
const report = (...statuses: SaidStatus[]) =>
  statusReport({ messageId: "R-1", about: refer(MESSAGE), statuses });
const of = (id: string, more: Partial<SaidEntry> = {}): SaidEntry => ({
  ...{ amount: "120.50", direction: "DBIT", bankReference: "B-1", endToEndId: refer(id) },
  ...more,
});
const BATCH: SaidEntry = {
  ...{ amount: "125.50", direction: "DBIT", bankReference: "B-9" },
  batchMessageId: refer(MESSAGE),
};

const TOLD: readonly [what: string, text: string, told: [id: string, status: string][]][] = [
  ["a debit for a payout", statement(of(PAYOUT)), [[PAYOUT, "posted"]]],
  [
    "a credit for a payout, with a reason",
    statement(of(PAYOUT, { direction: "CRDT", returnReason: "AC04" })),
    [[PAYOUT, "returned"]],
  ],
  [
    "a credit for a collection",
    statement(of(DEBIT, { amount: "5.00", direction: "CRDT" })),
    [[DEBIT, "collected"]],
  ],
  [
    "one entry for a whole message",
    statement(BATCH),
    [
      [PAYOUT, "posted"],
      [DEBIT, "returned"],
    ],
  ],
  [
    "a payout that is rejected",
    report({ reference: refer(PAYOUT), status: "RJCT" }),
    [[PAYOUT, "failed"]],
  ],
  [
    "a payout that is called back",
    report({ reference: refer(PAYOUT), status: "CANC" }),
    [[PAYOUT, "cancelled"]],
  ],
  [
    "a whole message that is rejected",
    statusReport({
      messageId: "R-1",
      about: refer(MESSAGE),
      whole: { status: "RJCT", reason: "AM04" },
    }),
    [
      [PAYOUT, "failed"],
      [DEBIT, "failed"],
    ],
  ],
];
for (const [what, text, expected] of TOLD) {
  test(`bank import: ${what} -> ${expected.map(([, status]) => status).join(", ")}`, async () => {
    const { read, told, credits } = await imported(text);
    assert.deepEqual(
      told.map((news) => ["effectId" in news && news.effectId, news.status]),
      expected,
    );
    assert.deepEqual([read.taken, read.known, read.notTaken], [expected.length, 0, 0]);
    assert.equal(credits.length, 0);
  });
}

test("bank import: a reason beside an end -> in the news; beside money that has left -> not", async () => {
  const back = await imported(statement(of(PAYOUT, { direction: "CRDT", returnReason: "AC04" })));
  assert.equal(back.told[0]?.reason, "ac04");
  const again = await imported(statement(of(PAYOUT, { direction: "CRDT", returnReason: "AC04" })));
  assert.equal(again.told[0]?.newsId, back.told[0]?.newsId);
  const other = await imported(statement(of(PAYOUT, { direction: "CRDT", bankReference: "B-2" })));
  assert.notEqual(other.told[0]?.newsId, back.told[0]?.newsId);
});

const NOT_TAKEN: readonly [what: string, text: string, RegExp][] = [
  ["another amount", statement(of(PAYOUT, { amount: "120.49" })), /po_\w+ is of 120\.50 EUR/],
  ["another currency", statement(of(PAYOUT, { currency: "USD" })), /po_\w+ is of 120\.50 EUR/],
  [
    "an order that nobody knows",
    statement(of(`preq_${suffixAt(9)}`)),
    /no order to this bank has the id/,
  ],
  ["what is no order", statement(of(ADDRESS)), /no order to this bank has the id/],
  ["a debit of no order", statement(of("x")), /a debit of no order of ours/],
  ["what is not booked", statement(of(PAYOUT, { status: "PDNG" })), /is not booked yet/],
  [
    "a message that comes to another sum",
    statement({ ...BATCH, amount: "125.51" }),
    /come to 125\.50 EUR/,
  ],
  [
    "a credit in a currency that the account has not",
    statement({ amount: "1", currency: "JPY", direction: "CRDT", bankReference: "B-1" }),
    /credit of 1 JPY: the account is in EUR: see `bank account`/,
  ],
  [
    "a reference of very many characters",
    report({ reference: "X".repeat(1_000_000), status: "RJCT" }),
    /has the reference "X{200,300}…$/,
  ],
  [
    "a credit that the bank gives no name",
    statement({ amount: "1", direction: "CRDT" }),
    /no name of its own/,
  ],
  [
    "a status of another bank's order",
    report({ reference: "X", status: "RJCT" }),
    /has the reference "X"/,
  ],
];
for (const [what, text, says] of NOT_TAKEN) {
  test(`bank import: ${what} -> not taken, and says why`, async () => {
    const { read, told, credits } = await imported(text);
    assert.deepEqual([told, credits], [[], []]);
    assert.deepEqual([read.taken, read.known, read.notTaken], [0, 0, 1]);
    assert.match(read.entries[0] ?? "", says);
    assert.match(read.entries[0] ?? "", /^line \d+: not taken: /);
  });
}

test("bank import: a status that says nothing new -> already known, and nothing is told", async () => {
  const { read, told } = await imported(report({ reference: refer(PAYOUT), status: "ACSP" }));
  assert.deepEqual([told, read.known], [[], 1]);
});

const VERDICTS: readonly [NewsVerdict | "", counts: number[], RegExp][] = [
  ["applied", [1, 0, 0], /: taken: po_\w+ posted/],
  ["twice", [0, 1, 0], /: already known: /],
  ["same", [0, 1, 0], /: already known: /],
  ["contradictory", [0, 0, 1], /contradicts what is on record/],
  ["late", [0, 0, 1], /was over before/],
  ["", [0, 0, 1], /import the file again/],
];
for (const [verdict, counts, says] of VERDICTS) {
  test(`bank import: the shard says of an entry "${verdict}" -> ${counts.join(", ")}`, async () => {
    const { read } = await imported(statement(of(PAYOUT)), { verdict });
    assert.deepEqual([read.taken, read.known, read.notTaken], counts);
    assert.match(read.entries[0] ?? "", says);
  });
}

test("bank import: money of no order -> a credit by the bank's reference, in the order of the file", async () => {
  const credit: SaidEntry = { amount: "7.00", direction: "CRDT", bankReference: "B-7" };
  const { read, credits } = await imported(statement(credit, { ...credit, bankReference: "B-8" }));
  assert.deepEqual(
    credits.map(({ creditReference, amount }) => [creditReference, amount]),
    [
      ["B-7", "700"],
      ["B-8", "700"],
    ],
  );
  assert.match(read.entries[0] ?? "", /taken: credit of 7\.00 EUR, B-7, credited/);
});

const CREDIT: SaidEntry = { amount: "7.00", direction: "CRDT", bankReference: "B-7" };
const TWICE: readonly [what: string, entries: SaidEntry[], RegExp][] = [
  [
    "a payout posted by two entries",
    [of(PAYOUT), of(PAYOUT, { bankReference: "B-2" })],
    /po_\w+ posted, -120\.50 EUR: another entry of the file says so, too/,
  ],
  [
    "an order of a message, and the whole message",
    [of(DEBIT, { amount: "5.00" }), BATCH],
    /coll_1 returned, -125\.50 EUR: another entry/,
  ],
  [
    "two credits with one name",
    [CREDIT, CREDIT],
    /credit of 7\.00 EUR: another entry of the file has the name B-7/,
  ],
];
for (const [what, entries, says] of TWICE) {
  test(`bank import: ${what} -> the first is taken, the second named`, async () => {
    const { read, told, credits } = await imported(statement(...entries));
    assert.deepEqual([read.known, read.notTaken], [0, 1]);
    assert.equal(told.length + credits.length, read.taken);
    assert.match(read.entries.at(-1) ?? "", says);
  });
}

const LATEST = isoDay(NOW_MS + AHEAD_MS_MAX);
const AHEAD = isoDay(NOW_MS + AHEAD_MS_MAX + 86_400_000);
const DATES: readonly [what: string, text: (day: string) => string, RegExp][] = [
  [
    "a closing balance",
    (day) => statement(of(PAYOUT)).replace(/(CLBD[\s\S]*?<Dt><Dt>)[\d-]*/, `$1${day}`),
    /^Error: line \d+: the closing balance is of \d{4}-\d\d-\d\d, which is to come$/,
  ],
  [
    "what is booked",
    (day) => statement(of(PAYOUT, { day })),
    /^Error: line \d+: what is booked is of \d{4}-\d\d-\d\d, which is to come$/,
  ],
  [
    "a file",
    (day) => report({ reference: refer(PAYOUT), status: "RJCT" }).replace("2026-11-30T", `${day}T`),
    /^Error: the file is of \d{4}-\d\d-\d\d, which is to come$/,
  ],
];
for (const [what, text, message] of DATES) {
  test(`bank import: ${what} of a day that is to come -> refused, and nothing is told`, async () => {
    await assert.rejects(imported(text(AHEAD)), message);
    assert.equal((await imported(text(LATEST))).read.taken, 1);
  });
}

test("bank import: what is not booked is of a day that is to come -> not taken, and the rest is", async () => {
  const pending = of(PAYOUT, { status: "PDNG", day: "9999-12-31" });
  const { read } = await imported(statement(pending, of(PAYOUT)));
  assert.deepEqual([read.taken, read.notTaken], [1, 1]);
});

test("bank import: a closing balance in a currency that the account has not -> not noted, and says so", async () => {
  const text = statement(of(PAYOUT)).replace(/(CLBD[\s\S]*?Ccy=")EUR/, "$1USD");
  const { read, noted } = await imported(text);
  assert.deepEqual([noted, read.taken, read.differing], [[], 1, 1]);
  assert.match(read.balances[0] ?? "", /1000\.00 USD: the account is in EUR: see `bank account`$/);
});

test("bank import: many credits, and an order between them -> a bounded number at once, the order alone, lines as in the file", async () => {
  const credits = (from: string) =>
    Array.from({ length: CREDITS_AT_ONCE + 1 }, (_, at) => ({
      ...CREDIT,
      bankReference: `${from}${at}`,
    }));
  const many = [...credits("A"), of(PAYOUT), ...credits("B")];
  const { read, mostAtOnce, ...told } = await imported(statement(...many));
  assert.deepEqual([read.taken, mostAtOnce], [many.length, CREDITS_AT_ONCE]);
  const lines = read.entries.map((line) => Number(/^line (\d+):/.exec(line)?.[1]));
  assert.deepEqual(
    lines,
    [...lines].sort((a, b) => a - b),
  );
  assert.match(read.entries[CREDITS_AT_ONCE + 1] ?? "", /po_\w+ posted/);
  assert.equal(told.told.length, 1);
});

test("bank import: a closing balance -> beside what is here; of a notification none", async () => {
  const { read, noted } = await imported(statement(of(PAYOUT)));
  assert.deepEqual(noted, [
    {
      ...{ provider: "file-bank", currency: "EUR", account: OWN_IBAN, closingMinor: "100000" },
      ...{ closedOn: "2026-11-30", statedAtMs: Date.UTC(2026, 10, 30, 18), messageId: "S-1" },
    },
  ]);
  assert.equal(read.differing, 1);
  assert.match(read.balances[0] ?? "", /1000\.00 EUR: 100\.00 EUR more than here$/);
  const agreeing = statementOf({
    ...{ messageId: "S", iban: OWN_IBAN, entries: [] },
    closing: "900.00",
  });
  assert.equal((await imported(agreeing)).read.differing, 0);
  const notification = { messageId: "N", iban: OWN_IBAN, entries: [of(PAYOUT)] };
  const told = await imported(statementOf({ ...notification, type: "camt.054" }));
  assert.deepEqual([told.read.balances, told.read.differing, told.noted], [[], 0, []]);
});

test("bank import: a statement of another account -> refused with its line, and nothing is told", async () => {
  const other = statementOf({
    messageId: "S",
    iban: "DE89370400440532013000",
    entries: [of(PAYOUT)],
  });
  await assert.rejects(imported(other), /^Error: line \d+: the account of this statement is none/);
});
