/** A bank that speaks files is compared by its newest statements and what its files have said: what differs, whose it is, and what is too old. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FoundDifference } from "../contract/messages/book_differences.ts";
import type { BankStatementDocument } from "../features/bank_statement/bank_statement_document.ts";
import type { OwnCredit, OwnMoney } from "../outbox/credit_reconciliation.ts";
import type { OwnEffect } from "../outbox/reconciliation.ts";
import { MovedAfter } from "./bank_days.ts";
import {
  compareStatements,
  firstClosedOn,
  STATEMENT_DAYS_MAX,
  statementAges,
} from "./bank_statement_comparison.ts";

const DAY_MS = 86_400_000;
const DAY = Date.UTC(2026, 0, 5);
const NIGHT = DAY + DAY_MS + 2 * 3_600_000;
const home = { shard: 1, realm: 7 };
const BANK = {
  ...{ provider: "file-bank", createdAtMs: DAY - DAY_MS },
  accounts: [
    { currency: "EUR", holder: "Acme", iban: "DE02120300000000202051" },
    { currency: "USD", holder: "Acme", accountNumber: "123456789", routingNumber: "021000021" },
  ],
};
const statement = (more: Partial<BankStatementDocument> = {}) =>
  ({
    ...{ provider: "file-bank", currency: "EUR", account: "DE02120300000000202051" },
    ...{ closingMinor: "10000", closedOn: "2026-01-05", ...more },
  }) as BankStatementDocument;
const DOLLARS = statement({ currency: "USD", account: "123456789", closingMinor: "0" });
const credit = (creditReference: string, more: Partial<OwnCredit> = {}): OwnCredit => ({
  ...{ creditReference, amount: "0", currency: "EUR", state: "received", isContradicted: false },
  ...more,
});
const effect = (state: OwnEffect["state"], contradiction: OwnEffect["contradiction"]) =>
  ({ effectId: "preq_1", kind: "payout", state, contradiction, home }) as OwnEffect;

/** 100.00 EUR, and 20.00 more since the day of the statements. */
function compared({
  statements = [statement(), DOLLARS],
  credits = [],
  effects = [],
  nowMs = NIGHT,
}: {
  statements?: readonly BankStatementDocument[];
  credits?: readonly OwnCredit[];
  effects?: readonly OwnEffect[];
  nowMs?: number;
}) {
  const since = firstClosedOn(BANK, statements);
  const moved = since === undefined ? undefined : new MovedAfter(since);
  moved?.add("EUR", DAY + DAY_MS, 2_000n);
  const money: OwnMoney = {
    external: new Map([["EUR", 12_000n]]),
    credits: new Map(credits.map((one) => [one.creditReference, one])),
  };
  return compareStatements({ bank: BANK, statements, money, moved, effects, nowMs });
}

const ROWS: readonly [what: string, Parameters<typeof compared>[0], found: FoundDifference[]][] = [
  ["the bank has what was here", {}, []],
  [
    "the bank has a cent more, and nobody's money is here",
    {
      statements: [statement({ closingMinor: "10001" }), DOLLARS],
      credits: [credit("A", { state: "nobodys", amount: "5" })],
    },
    [
      { difference: "balance_differs", of: "EUR 4" },
      { difference: "credit_unassigned", of: "A" },
    ],
  ],
  [
    "the bank has less in another currency",
    { statements: [statement(), { ...DOLLARS, closingMinor: "-7" }] },
    [{ difference: "balance_differs", of: "USD 7" }],
  ],
  [
    "a statement of the day before",
    { statements: [statement({ closedOn: "2026-01-04" }), DOLLARS] },
    [],
  ],
  ["no statement yet, of a bank that is new", { statements: [] }, []],
  [
    "no statement for too long, and an old one that differs",
    { statements: [{ ...DOLLARS, closingMinor: "1" }], nowMs: NIGHT + STATEMENT_DAYS_MAX * DAY_MS },
    [
      { difference: "statement_overdue", of: "EUR" },
      { difference: "statement_overdue", of: "USD" },
      { difference: "balance_differs", of: "USD -1" },
    ],
  ],
  [
    "statements of other banks and accounts alone",
    { statements: [statement({ provider: "other" }), statement({ account: "DE1" })] },
    [],
  ],
  [
    "a file says posted of a payout that has failed",
    { effects: [effect("failed", "posted")] },
    [{ difference: "status_differs", of: "preq_1", home }],
  ],
  ["the operator has booked it", { effects: [effect("posted", "posted")] }, []],
  ["it has come back since", { effects: [effect("returned", "posted")] }, []],
  [
    "a file says another amount of a credit",
    { credits: [credit("A", { isContradicted: true, home })] },
    [{ difference: "credit_contradicted", of: "A", home }],
  ],
];
for (const [what, parts, expected] of ROWS) {
  const says = expected.map(({ difference }) => difference).join(", ") || "agree";
  test(`bank by statements: ${what} -> ${says}`, () => {
    const { found, shown } = compared(parts);
    assert.deepEqual(found, expected);
    assert.equal(shown.agree, expected.length === 0);
    assert.equal(
      shown.counts.reduce((sum, { count }) => sum + count, 0),
      expected.length,
    );
    assert.equal(shown.statements.length, 2);
  });
}

test("bank by statements: what the operator reads -> a line for each account, with how old it is", () => {
  const { statements } = compared({ statements: [statement({ closingMinor: "9900" })] }).shown;
  assert.deepEqual(statements, [
    "closing balance of 2026-01-05, 99.00 EUR: 1.00 EUR less than here",
    "USD: no statement was imported",
  ]);
  const old = compared({ nowMs: NIGHT + STATEMENT_DAYS_MAX * DAY_MS }).shown.statements;
  assert.match(old[0] ?? "", /: as here; older than 7 days$/);
});

test("bank by statements: how old each is -> the end of its day, or when the bank was configured", () => {
  assert.deepEqual(statementAges(BANK, [statement()]), [
    { provider: "file-bank", currency: "EUR", closedAtMs: DAY + DAY_MS },
    { provider: "file-bank", currency: "USD", closedAtMs: BANK.createdAtMs },
  ]);
});
