/** account.entry.list: the entries of one account, each with the balance after it. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { Id, ListQuery, listOf } from "../../contract/values/formats.ts";
import { answerPage, answerPageAsBytes, type WalkRow } from "../../contract/values/page.ts";
import { accountIdsOf } from "../ledger/account_ids.ts";
import { type AccountRow, accountRows, seeAccount } from "../ledger/account_rows.ts";
import { rowsAsOf, wasOpen } from "../ledger/past_rows.ts";
import { AccountRowWalk } from "../ledger/rows_in_place.ts";
import { timeRangeOf } from "../record_walk.ts";
import { AccountEntry, entryForm, isEntry } from "./account_entry.ts";
import { unknownAccount } from "./account_reads.ts";
import { entryByteWalk } from "./entry_bytes.ts";

export const accountEntryList = declareRead({
  id: "account.entry.list",
  summary: "List the ledger lines of an account",
  description: "What moved the posted balance, newest first. Reservations and failures do not.",
  http: { method: "GET", path: "/accounts/{accountId}/entries" },
  principals: PRODUCT_CALLERS,
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
    const account = seeAccount(snapshot, context.realm, input.accountId);
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
    const request = { limit: limit?.toString(), cursor, filters, walk, form };
    if (past !== undefined) return answerPage(request, context);
    const walkBytes = (after: string | undefined) =>
      entryByteWalk(
        snapshot,
        new AccountRowWalk(snapshot, account, timeRangeOf(input), after),
        form,
      );
    return answerPageAsBytes(request, walkBytes, context);
  },
});
