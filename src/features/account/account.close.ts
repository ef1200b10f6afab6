/** account.close: closes an open account that holds no money, for ever. */

import { declareWrite } from "../../contract/operation.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import {
  acceptChange,
  accountStatusForbidden,
  changeableOrdinal,
  closedFact,
  refusePlatformFreeze,
  refuseUndrained,
} from "./account_lifecycle.ts";
import { Account, AccountPath } from "./account_schema.ts";
import type { AccountState } from "./account_state.ts";

export const accountClose = declareWrite<AccountState>()({
  id: "account.close",
  summary: "Close an account",
  description:
    "Closes an open account for ever. Nothing may be posted or reserved on it: move the balance out and end its holds first.",
  tag: "Accounts",
  http: { method: "POST", path: "/accounts/{accountId}/close", status: 200 },
  principals: ["product_key", "founder", "agent"],
  scope: "accounts:write",
  path: AccountPath,
  output: Account,
  // The order is plane, status, balance: the specification's exception for close (api.md 2.0(8)).
  refusals: [
    "account_not_found",
    "account_freeze_plane_forbidden",
    "account_status_forbidden",
    "account_close_balance_nonzero",
    "ledger_unavailable",
  ],
  events: ["account.closed"],
  decide({ accounts }, { accountId }, context) {
    const ordinal = changeableOrdinal(accounts, context.realm, accountId);
    if (ordinal < 0) return accountNotFound(accountId, "accountId");
    const foreign = refusePlatformFreeze(accounts, ordinal);
    if (foreign !== undefined) return foreign;
    if (!accounts.isOpen(ordinal)) return accountStatusForbidden(accounts, ordinal, ["open"]);
    const undrained = refuseUndrained(accounts, ordinal);
    if (undrained !== undefined) return undrained;
    return acceptChange(accounts, ordinal, closedFact(accounts, ordinal, context), context);
  },
});
