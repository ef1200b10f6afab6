/**
 * An entry of an account: a row that moved the account's posted money, as lists and statements show
 * it.
 */
import { type Static, Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import {
  Amount,
  BalanceAmount,
  Currency,
  Description,
  Id,
  Timestamp,
} from "../../contract/values/formats.ts";
import type { ItemForm } from "../../contract/values/page.ts";
import type { AccountIdOf } from "../ledger/account_ids.ts";
import type { AccountRow } from "../ledger/account_rows.ts";
import { reservedSuffix } from "../ledger/reservation.ts";
import { TRANSFER_KINDS, type TransferRow } from "../ledger/transfer_row.ts";

export const AccountEntry = Type.Object(
  {
    entryId: described(
      Id("le"),
      "Id of the line: opaque, starts with `le_`; both sides of a transfer have the same.",
    ),
    transferId: Id("tr"),
    accountId: Id("acct"),
    direction: described(
      Type.Union([Type.Literal("debit"), Type.Literal("credit")]),
      "`debit`: the amount left the account. `credit`: it arrived.",
    ),
    amount: described(Amount, "Minor units that moved; always positive."),
    currency: described(Currency, "Currency of the account and of all its amounts: ISO 4217."),
    balance: described(BalanceAmount, "Minor units posted on the account after this line."),
    kind: described(
      Type.Union(TRANSFER_KINDS.map((kind) => Type.Literal(kind))),
      "What made the transfer: `book` a transfer, `funding` test money, or money that a bank has received or sent back, `hold` a settled hold, `reversal` a reversal, `action` an action of an object, `collection` a collection or the return of one, `payout` a payout or the return of one; the others are not made yet.",
    ),
    counterpartyAccountId: described(Id("acct"), "The account on the other side."),
    transferHoldId: Type.Optional(
      described(Id("th"), "The hold that was settled; only where `kind` is `hold`."),
    ),
    payoutId: Type.Optional(
      described(
        Id("po"),
        "The payout that was posted, or that came back; only where `kind` is `payout`.",
      ),
    ),
    receivedCreditId: Type.Optional(
      described(Id("rc"), "The received credit that was credited, assigned or sent back."),
    ),
    description: Type.Optional(
      described(Description, "The description of the transfer; absent where it has none."),
    ),
    createdAt: described(Timestamp, "When the money moved: real time."),
  },
  {
    title: "AccountEntry",
    description: "One line of an account. `balance` is what is posted after it.",
    additionalProperties: false,
  },
);
export type AccountEntry = Static<typeof AccountEntry>;

/** The entry of a row that moved posted money; undefined for every other row. */
export function entryOf(
  line: AccountRow,
  accountId: string,
  accountIdOf: AccountIdOf,
): AccountEntry | undefined {
  return isEntry(line.row) ? documentOf(line, accountId, accountIdOf) : undefined;
}

/** Whether the row moved posted money. */
export function isEntry({ step }: TransferRow): boolean {
  return step === "posted" || step === "cleared";
}

/** How a page shows entries. The text of an entry without extras is put together by hand. */
export function entryForm(accountId: string, accountIdOf: AccountIdOf): ItemForm<AccountRow> {
  return {
    documentOf: (line) => documentOf(line, accountId, accountIdOf),
    jsonOf: (line) =>
      line.row.extras === undefined
        ? plainJson(line, accountId, accountIdOf)
        : JSON.stringify(documentOf(line, accountId, accountIdOf)),
  };
}

function documentOf(
  { position, row, record, isSource }: AccountRow,
  accountId: string,
  accountIdOf: AccountIdOf,
): AccountEntry {
  const { transferHoldId, payoutId, receivedCreditId, description } = row.extras ?? {};
  return {
    entryId: `le_${position}`,
    transferId: `tr_${reservedSuffix(row) ?? position}`,
    accountId,
    direction: isSource ? "debit" : "credit",
    amount: String(row.amountMinor),
    currency: row.currency,
    balance: String(isSource ? row.sourcePosted : row.destinationPosted),
    kind: row.transferKind,
    counterpartyAccountId: accountIdOf(isSource ? row.destinationOrdinal : row.sourceOrdinal),
    ...(transferHoldId !== undefined && { transferHoldId }),
    ...(payoutId !== undefined && { payoutId }),
    ...(receivedCreditId !== undefined && { receivedCreditId }),
    ...(description !== undefined && { description }),
    createdAt: isoTime(record.timeMs),
  };
}

/** The text of `documentOf` for a row without extras. */
function plainJson(
  { position, row, record, isSource }: AccountRow,
  accountId: string,
  accountIdOf: AccountIdOf,
): string {
  const counterparty = accountIdOf(isSource ? row.destinationOrdinal : row.sourceOrdinal);
  return (
    `{"entryId":"le_${position}","transferId":"tr_${position}","accountId":"${accountId}",` +
    `"direction":"${isSource ? "debit" : "credit"}","amount":"${row.amountMinor}",` +
    `"currency":"${row.currency}",` +
    `"balance":"${isSource ? row.sourcePosted : row.destinationPosted}",` +
    `"kind":"${row.transferKind}","counterpartyAccountId":"${counterparty}",` +
    `"createdAt":"${isoTime(record.timeMs)}"}`
  );
}
