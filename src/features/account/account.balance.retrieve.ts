/**
 * account.balance.retrieve: the posted, held and available money of an account, as of the snapshot.
 * The most frequent read (performance P4), so what never changes of the account is remembered, and
 * the text is put together by hand; the plain twin is account.balance.retrieve.test.ts.
 */
import { isoTime } from "../../base/iso_time.ts";
import { type Found, found, foundAs } from "../../contract/declare/found.ts";
import { declareRead, type PastPoint, type ReadContext } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { seeAccountHead } from "../ledger/account_heads.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import { seeAccount } from "../ledger/account_rows.ts";
import { seeBalanceTexts } from "../ledger/balance_block.ts";
import { balanceAsOf, wasOpen } from "../ledger/past_rows.ts";
import { AccountBalance, AccountPath } from "./account_schema.ts";

export const accountBalanceRetrieve = declareRead({
  id: "account.balance.retrieve",
  summary: "Read an account's balance",
  description:
    "What the account has posted, held and available at one moment, after every transfer that was answered before.",
  http: { method: "GET", path: "/accounts/{accountId}/balance" },
  principals: PRODUCT_CALLERS,
  scope: "balances:read",
  path: AccountPath,
  output: AccountBalance,
  refusals: ["account_not_found"],
  readsPast: true,
  read(snapshot, { accountId }, context) {
    if (context.past !== undefined) return pastBalance(snapshot, accountId, context, context.past);
    const account = seeAccountHead(snapshot, context.realm, accountId);
    if (account === undefined) return accountNotFound(accountId, "accountId");
    const { currency } = account;
    const { available, posted, held } = seeBalanceTexts(snapshot, account.ordinal);
    const asOf = isoTime(context.nowMs);
    return foundAs(
      () => ({ accountId, available, currency, posted, held, asOf }),
      () =>
        `{"accountId":"${accountId}","available":"${available}","currency":"${currency}",` +
        `"posted":"${posted}","held":"${held}","asOf":"${asOf}"}`,
    );
  },
});

function pastBalance(
  snapshot: Snapshot,
  accountId: string,
  { realm, nowMs }: ReadContext,
  past: PastPoint,
): Found | Refusal<"account_not_found"> {
  const account = seeAccount(snapshot, realm, accountId);
  if (account === undefined || !wasOpen(account, past)) {
    return accountNotFound(accountId, "accountId");
  }
  const { postedMinor, heldMinor, asOfMs } = balanceAsOf(snapshot, account, past, nowMs);
  return found({
    accountId,
    available: String(postedMinor - heldMinor),
    currency: account.document.currency,
    posted: String(postedMinor),
    held: String(heldMinor),
    asOf: isoTime(asOfMs),
  });
}
