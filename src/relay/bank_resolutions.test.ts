/** The import of what a bank answers to payouts that were called back: what is told of which request, and what says nothing new. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { resolutionOf, statementOf, statusReport } from "../../test/support/iso20022/bank_says.ts";
import {
  CANCEL,
  CANCEL_MESSAGE,
  DEBIT,
  imported,
  MESSAGE,
  OWN_IBAN,
  PAYOUT,
  refer,
  suffixAt,
} from "../../test/support/relay/imported_files.ts";

const CALLED = { status: "processing", cancelRequestId: CANCEL };
const of = (status: string, reference = refer(PAYOUT), reason?: string) =>
  resolutionOf({
    ...{ messageId: "C-1", conclusion: "PECR", about: refer(MESSAGE) },
    statuses: [{ reference, status, ...(reason !== undefined && { reason }) }],
  });
const whole = (conclusion: string, more: { caseId?: string; about?: string }) =>
  resolutionOf({ messageId: "C-1", conclusion, ...more });

type Told = [id: string, status: string, reason?: string];
type Expected = { told?: Told[]; line: RegExp };
const GIVEN_UP: Told[] = [[PAYOUT, "cancelled"]];
const ROWS: readonly [what: string, text: string, payout: object, expected: Expected][] = [
  [
    "the payout is given up",
    of("ACCR"),
    CALLED,
    { told: GIVEN_UP, line: /: taken: po_\w+ cancelled \(ACCR\)$/ },
  ],
  [
    "the payout is not given up",
    of("RJCR", undefined, "ARDT"),
    CALLED,
    { told: [[CANCEL, "failed", "ardt"]], line: /: taken: po_\w+ is not given up \(RJCR ARDT\)$/ },
  ],
  [
    "the bank looks into it",
    of("PDCR"),
    CALLED,
    { line: /: already known: po_\w+: the bank looks into it \(PDCR\)$/ },
  ],
  [
    "the payout is not given up, and nobody has asked for it",
    of("RJCR"),
    { status: "processing" },
    { line: /: already known: po_\w+ is not given up/ },
  ],
  [
    "the payout is given up, and nobody has asked for it",
    of("ACCR"),
    { status: "processing" },
    { told: GIVEN_UP, line: /: taken: po_\w+ cancelled/ },
  ],
  [
    "the payout is given up, after its money has left",
    of("ACCR"),
    { status: "posted" },
    {
      line: /: already known: po_\w+ has left, and what the bank gets back of it comes by a statement/,
    },
  ],
  [
    "all that was asked for is given up, by the message of orders",
    whole("CNCL", { about: refer(MESSAGE) }),
    CALLED,
    { told: GIVEN_UP, line: /: taken: / },
  ],
  [
    "all that was asked for is given up, by the case",
    whole("CNCL", { caseId: refer(CANCEL_MESSAGE) }),
    CALLED,
    { told: GIVEN_UP, line: /: taken: / },
  ],
  [
    "nothing is given up, by the case",
    whole("RJCR", { caseId: refer(CANCEL_MESSAGE) }),
    CALLED,
    { told: [[CANCEL, "failed"]], line: /: taken: / },
  ],
  [
    "an order of nobody",
    of("ACCR", "X"),
    CALLED,
    { line: /: not taken: no order of ours has the reference "X"$/ },
  ],
  [
    "an order that is not known",
    of("ACCR", refer(`preq_${suffixAt(9)}`)),
    CALLED,
    { line: /: not taken: no order to this bank has the id/ },
  ],
  [
    "a debit",
    of("ACCR", refer(DEBIT)),
    CALLED,
    { line: /: not taken: no order to this bank has the id/ },
  ],
  [
    "a case of nobody",
    whole("CNCL", { caseId: "X" }),
    CALLED,
    { line: /: not taken: no order of ours/ },
  ],
];
for (const [what, text, payout, { told: expected = [], line }] of ROWS) {
  test(`bank import: camt.029, ${what} -> ${expected.map(([, status]) => status).join(", ") || "nothing is told"}`, async () => {
    const { read, told } = await imported(text, { payout });
    assert.deepEqual(
      told.map((news) => [
        ...["effectId" in news && news.effectId, news.status],
        ...(news.reason === undefined ? [] : [news.reason]),
      ]),
      expected,
    );
    assert.equal(read.entries.length, 1);
    assert.match(read.entries[0] ?? "", line);
    assert.match(read.entries[0] ?? "", /^line \d+: /);
    const again = await imported(text, { payout });
    assert.deepEqual(
      again.told.map(({ newsId }) => newsId),
      told.map(({ newsId }) => newsId),
    );
  });
}

test("bank import: camt.029, all of a message of orders, of which none is called back -> nothing is told, and says so", async () => {
  const { read, told } = await imported(whole("CNCL", { about: refer(MESSAGE) }));
  assert.deepEqual([told, read.known], [[], 1]);
  assert.match(read.entries[0] ?? "", /: already known: no order of bmsg-\w+ is called back$/);
});

test("bank import: a file that calls back is named as if it had orders -> nothing is told of them", async () => {
  const report = statusReport({
    ...{ messageId: "R-1", about: refer(CANCEL_MESSAGE), whole: { status: "RJCT" } },
  });
  const refused = await imported(report, { payout: CALLED });
  assert.deepEqual([refused.told, refused.read.notTaken], [[], 1]);
  const entry = { amount: "120.50", direction: "DBIT", bankReference: "B-1" } as const;
  const entries = [{ ...entry, batchMessageId: refer(CANCEL_MESSAGE) }];
  const moved = await imported(statementOf({ messageId: "S-1", iban: OWN_IBAN, entries }), {
    payout: CALLED,
  });
  assert.deepEqual([moved.told, moved.read.notTaken], [[], 1]);
});
