/**
 * account.balance.retrieve: what is on an account and what of it may be spent, as of the snapshot.
 * The hottest read (performance P4), so only the counters are decoded and the text is put together
 * by hand; the plain twin is account.balance.retrieve.test.ts.
 */
import { isoTime } from "../../base/iso_time.ts";
import { declareRead } from "../../contract/operation.ts";
import { availableOf, decodeAccountBalance, postedOf } from "../ledger/account_document.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import { storedAccountOf } from "./account_reads.ts";
import { AccountBalance, AccountPath } from "./account_schema.ts";

export const accountBalanceRetrieve = declareRead({
  id: "account.balance.retrieve",
  summary: "Read an account's balance",
  tag: "Accounts",
  http: { method: "GET", path: "/accounts/{accountId}/balance", status: 200 },
  principals: ["product_key"],
  scope: "balances:read",
  path: AccountPath,
  output: AccountBalance,
  refusals: ["account_not_found"],
  read(snapshot, { accountId }, context) {
    const stored = storedAccountOf(snapshot, context, accountId);
    if (stored === undefined) return accountNotFound(accountId, "accountId");
    const balance = decodeAccountBalance(stored.value);
    return {
      refused: false,
      json:
        `{"accountId":"${accountId}","available":"${availableOf(balance)}",` +
        `"currency":"${balance.currency}","posted":"${postedOf(balance)}",` +
        `"held":"${balance.debitsPending}","asOf":"${isoTime(context.nowMs)}"}`,
    };
  },
});
