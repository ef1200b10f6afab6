/**
 * account.balance.history.list: the balance of an account at the end of each day, UTC, newest
 * first. Computed from the account's rows with the help of the sparse index: a day with rows costs
 * at most ENTRY_INDEX_EVERY rows, a day without rows none.
 */
import { type Static, Type } from "@sinclair/typebox";
import { timeMsOfSuffix } from "../../base/id.ts";
import { isoDay, isoTime } from "../../base/iso_time.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import {
  BalanceAmount,
  Currency,
  Id,
  ListQuery,
  listOf,
  Timestamp,
} from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { accountRows, type SeenAccount, seeAccount } from "../ledger/account_rows.ts";
import { timeRangeOf } from "../record_walk.ts";
import { unknownAccount } from "./account_reads.ts";

const DAY_MS = 86_400_000;

const AccountDayBalance = Type.Object(
  {
    accountId: Id("acct"),
    date: Type.String({
      description: "The day, UTC.",
      pattern: "^\\d{4}-\\d\\d-\\d\\d$",
      examples: ["2026-01-31"],
    }),
    available: described(BalanceAmount, "`posted` less `held`, minor units."),
    currency: described(Currency, "Currency of the account and of all its amounts: ISO 4217."),
    posted: described(BalanceAmount, "Minor units posted at `asOf`."),
    held: described(BalanceAmount, "Minor units that holds reserved at `asOf`."),
    asOf: described(Timestamp, "The end of the day; now for the day that has not ended."),
    final: Type.Boolean({ description: "False for the day that has not ended." }),
  },
  {
    title: "AccountDayBalance",
    description: "What an account held when a day ended, or holds now on the day that has not.",
    additionalProperties: false,
  },
);
type AccountDayBalance = Static<typeof AccountDayBalance>;

/** Minor units. */
type Held = { posted: bigint; held: bigint };

export const accountBalanceHistoryList = declareRead({
  id: "account.balance.history.list",
  summary: "List the end-of-day balances of an account",
  description:
    "Every day, UTC, from today back to the account's opening. `createdFrom` and `createdTo` bound the start of the day.",
  http: { method: "GET", path: "/accounts/{accountId}/balance-history" },
  principals: PRODUCT_CALLERS,
  scope: "balances:read",
  path: Type.Object({ accountId: Id("acct") }, { additionalProperties: false }),
  query: ListQuery,
  output: listOf(AccountDayBalance, "AccountDayBalanceList"),
  refusals: ["account_not_found"],
  read(snapshot, input, context) {
    const { limit, cursor, ...filters } = input;
    const { accountId } = input;
    const { nowMs } = context;
    const account = seeAccount(snapshot, context.realm, accountId);
    if (account === undefined) return unknownAccount(accountId);
    const { fromMs, belowMs } = timeRangeOf(input);
    function* walk(after: string | undefined): Generator<WalkRow> {
      if (account === undefined) return;
      const newestMs = Math.min(
        nowMs,
        belowMs - 1,
        after === undefined ? nowMs : Date.parse(after) - 1,
      );
      const oldestMs = Math.max(startOfDay(timeMsOfSuffix(account.suffix)), fromMs);
      for (const { dayMs, balance } of dayBalances(snapshot, account, newestMs, oldestMs)) {
        const item = dayBalance(account, dayMs, nowMs, balance);
        yield { position: item.date, item };
      }
    }
    return answerPage(
      { limit: limit === undefined ? undefined : String(limit), cursor, filters, walk },
      context,
    );
  },
});

/** The balance at the end of each day, from the day of `newestMs` back to the day of `oldestMs`. */
function* dayBalances(
  snapshot: Snapshot,
  account: SeenAccount,
  newestMs: number,
  oldestMs: number,
): Generator<{ dayMs: number; balance: Held }> {
  let known = lastBalanceBefore(snapshot, account, startOfDay(newestMs) + DAY_MS);
  for (let dayMs = startOfDay(newestMs); dayMs >= oldestMs; dayMs -= DAY_MS) {
    // The older row is read only when the known balance is later than the day.
    if (known.atMs >= dayMs + DAY_MS) {
      known = lastBalanceBefore(snapshot, account, dayMs + DAY_MS);
    }
    yield { dayMs, balance: known };
  }
}

/** The balance after the newest row before `belowMs`, and that row's time; zeros without a row. */
function lastBalanceBefore(
  snapshot: Snapshot,
  account: SeenAccount,
  belowMs: number,
): Held & { atMs: number } {
  for (const { row, record, isSource } of accountRows(snapshot, account, { fromMs: 0, belowMs })) {
    return {
      posted: isSource ? row.sourcePosted : row.destinationPosted,
      held: isSource ? row.sourceHeld : row.destinationHeld,
      atMs: record.timeMs,
    };
  }
  return { posted: 0n, held: 0n, atMs: 0 };
}

function dayBalance(
  { suffix, document }: SeenAccount,
  dayMs: number,
  nowMs: number,
  { posted, held }: Held,
): AccountDayBalance {
  const isOver = dayMs + DAY_MS <= nowMs;
  return {
    accountId: `acct_${suffix}`,
    date: isoDay(dayMs),
    available: String(posted - held),
    currency: document.currency,
    posted: String(posted),
    held: String(held),
    asOf: isoTime(isOver ? dayMs + DAY_MS : nowMs),
    final: isOver,
  };
}

function startOfDay(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}
