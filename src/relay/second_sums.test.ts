/** Money that has come twice by one order, as a bank's files show it: which entries count, and what becomes a credit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type SaidEntry, statementOf } from "../../test/support/iso20022/bank_says.ts";
import {
  DEBIT,
  imported,
  MESSAGE,
  OWN_IBAN,
  PAYOUT,
  refer,
} from "../../test/support/relay/imported_files.ts";

const statement = (entry: SaidEntry, type: "camt.053" | "camt.054" = "camt.053") =>
  statementOf({ type, messageId: "S-1", iban: OWN_IBAN, entries: [entry] });
const collected: SaidEntry = {
  ...{ amount: "5.00", direction: "CRDT", bankReference: "B-1", endToEndId: refer(DEBIT) },
};
const { bankReference: _, ...nameless } = collected;

const NAMED: readonly [what: string, text: string, arrivedBy: string | undefined][] = [
  ["a credit in a statement", statement(collected), "B-1"],
  ["a credit in a notification", statement(collected, "camt.054"), undefined],
  ["a credit without a name", statement(nameless), undefined],
  ["a debit", statement({ ...collected, direction: "DBIT" }), undefined],
];
for (const [what, text, arrivedBy] of NAMED) {
  test(`second sums: ${what} -> the news says that the money has come by ${arrivedBy ?? "no entry"}`, async () => {
    const { told, credits } = await imported(text);
    assert.deepEqual(
      told.map((news) => news.arrivedBy),
      [arrivedBy],
    );
    assert.deepEqual(credits, []);
  });
}

const batch: SaidEntry = {
  ...{ amount: "125.50", direction: "CRDT", bankReference: "B-9" },
  batchMessageId: refer(MESSAGE),
};
type Credit = [requestId: string, reference: string, amount: string];
const SECOND: readonly [what: string, text: string, credits: Credit[]][] = [
  ["a collection", statement(collected), [[DEBIT, "B-1", "500"]]],
  [
    "a payout that comes back",
    statement({ ...collected, amount: "120.50", endToEndId: refer(PAYOUT) }),
    [[PAYOUT, "B-1", "12050"]],
  ],
  [
    "all orders of a message by one entry",
    statement(batch),
    [
      [PAYOUT, `B-9/${PAYOUT}`, "12050"],
      [DEBIT, `B-9/${DEBIT}`, "500"],
    ],
  ],
];
for (const [what, text, expected] of SECOND) {
  test(`second sums: the shard says that it is one, of ${what} -> a credit of its own that names the request`, async () => {
    const { read, credits } = await imported(text, { verdict: "second" });
    const told = credits.map(({ target, creditReference, amount }) => [
      "effectId" in target && target.effectId,
      creditReference,
      amount,
    ]);
    assert.deepEqual(told, expected);
    assert.deepEqual([read.taken, read.known, read.notTaken], [expected.length, 0, 0]);
    assert.match(read.entries[0] ?? "", /a second time, -?[\d.]+ EUR, B-[19]/);
  });
}
