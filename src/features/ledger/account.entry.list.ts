/** account.entry.list: the ledger lines of one account, each with the balance it led to. */
import { type Static, Type } from "@sinclair/typebox";
import { suffixOf } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import {
  Amount,
  BalanceAmount,
  Currency,
  Description,
  Id,
  ListQuery,
  listOf,
  Timestamp,
} from "../../contract/formats.ts";
import { declareRead } from "../../contract/operation.ts";
import { answerPage, type ItemForm, type WalkRow } from "../../contract/page.ts";
import { type Refusal, refuse } from "../../contract/refusal.ts";
import { timeRangeOf } from "../record_walk.ts";
import { type AccountIdOf, accountIdsOf } from "./account_ids.ts";
import { type AccountRow, accountRows, seeAccount } from "./account_rows.ts";
import { rowsAsOf, wasOpen } from "./past_rows.ts";
import { TRANSFER_KINDS, type TransferRow } from "./transfer_row.ts";

export const AccountEntry = Type.Object(
  {
    entryId: Id("le"),
    transferId: Id("tr"),
    accountId: Id("acct"),
    direction: Type.Union([Type.Literal("debit"), Type.Literal("credit")]),
    amount: Amount,
    currency: Currency,
    balance: BalanceAmount,
    kind: Type.Union(TRANSFER_KINDS.map((kind) => Type.Literal(kind))),
    counterpartyAccountId: Id("acct"),
    transferHoldId: Type.Optional(Id("th")),
    description: Type.Optional(Description),
    createdAt: Timestamp,
  },
  {
    title: "AccountEntry",
    description: "One line of an account. `balance` is what is posted after it.",
    additionalProperties: false,
  },
);
export type AccountEntry = Static<typeof AccountEntry>;

export const accountEntryList = declareRead({
  id: "account.entry.list",
  summary: "List the ledger lines of an account",
  description: "What moved the posted balance, newest first. Reservations and failures do not.",
  tag: "Accounts",
  http: { method: "GET", path: "/accounts/{accountId}/entries", status: 200 },
  principals: ["product_key"],
  scope: "transfers:read",
  path: Type.Object({ accountId: Id("acct") }, { additionalProperties: false }),
  query: ListQuery,
  output: listOf(AccountEntry, "AccountEntryList"),
  refusals: ["account_not_found"],
  readsPast: true,
  read(snapshot, input, context) {
    const { limit, cursor, ...own } = input;
    const { past } = context;
    const filters = past === undefined ? own : { ...own, past };
    const account = seeAccount(snapshot, context.scope, input.accountId);
    if (account === undefined || (past !== undefined && !wasOpen(account, past))) {
      return unknownAccount(input.accountId);
    }
    const accountIdOf = accountIdsOf(snapshot);
    function* walk(after: string | undefined): Generator<WalkRow<AccountRow>> {
      if (account === undefined) return;
      const range = timeRangeOf(input);
      const rows =
        past === undefined
          ? accountRows(snapshot, account, range, after)
          : rowsAsOf(snapshot, account, past, range, after);
      for (const line of rows) {
        yield { position: line.position, item: isEntry(line.row) ? line : undefined };
      }
    }
    const form = entryForm(input.accountId, accountIdOf);
    return answerPage(
      { limit: limit === undefined ? undefined : String(limit), cursor, filters, walk, form },
      context,
    );
  },
});

/** An account that the path names and the scope does not have. */
export function unknownAccount(accountId: string): Refusal<"account_not_found"> {
  return refuse("account_not_found", `no account ${accountId} in this Product and environment`, {
    accountId,
  });
}

/** The line of a row that moved posted money, or undefined: the others are not lines. */
export function entryOf(
  line: AccountRow,
  accountId: string,
  accountIdOf: AccountIdOf,
): AccountEntry | undefined {
  return isEntry(line.row) ? documentOf(line, accountId, accountIdOf) : undefined;
}

function isEntry({ step }: TransferRow): boolean {
  return step === "posted" || step === "cleared";
}

/** How a page shows lines; the text of most is put together by hand. */
function entryForm(accountId: string, accountIdOf: AccountIdOf): ItemForm<AccountRow> {
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
  const { transferHoldId, description } = row.extras ?? {};
  const held = transferHoldId === undefined ? undefined : suffixOf("th", transferHoldId);
  return {
    entryId: `le_${position}`,
    transferId: `tr_${held ?? position}`,
    accountId,
    direction: isSource ? "debit" : "credit",
    amount: String(row.amountMinor),
    currency: row.currency,
    balance: String(isSource ? row.sourcePosted : row.destinationPosted),
    kind: row.transferKind,
    counterpartyAccountId: accountIdOf(isSource ? row.destinationOrdinal : row.sourceOrdinal),
    ...(transferHoldId !== undefined && { transferHoldId }),
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
