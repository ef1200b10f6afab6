/** account.close: closes an open account that holds no money, for ever. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuseActiveAddresses } from "../financial_address/address_account.ts";
import type { FinancialAddressState } from "../financial_address/financial_address_noun.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import type { ObjectState } from "../object/object_state.ts";
import { refuseOwnClosing } from "../object/own_money.ts";
import {
  acceptChange,
  accountStatusForbidden,
  changeableOrdinal,
  closedFact,
  refusePlatformFreeze,
  refuseUndrained,
} from "./account_lifecycle.ts";
import { Account, AccountPath } from "./account_schema.ts";

export const accountClose = declareWrite<ObjectState & FinancialAddressState>()({
  id: "account.close",
  summary: "Close an account",
  description:
    "Closes an open account for ever. Nothing may be posted or reserved on it: move the balance out, end its holds, and disable or retire its financial addresses first. An own account of an object is closed only when the object has ended, and its actions have taken the money out.",
  http: { method: "POST", path: "/accounts/{accountId}/close" },
  principals: PRODUCT_CALLERS,
  scope: "accounts:write",
  path: AccountPath,
  output: Account,
  // The order is plane, status, balance: the specification's exception for close (api.md 2.0(8)).
  refusals: [
    "account_not_found",
    "account_freeze_plane_forbidden",
    "account_status_forbidden",
    "account_close_balance_nonzero",
    "noun_account_not_drained",
    "state_constraint_failed",
    "ledger_unavailable",
  ],
  events: ["account.closed"],
  decide(state, { accountId }, context) {
    const { accounts } = state;
    const ordinal = changeableOrdinal(accounts, context.realm, accountId);
    if (ordinal < 0) return accountNotFound(accountId, "accountId");
    const foreign = refusePlatformFreeze(accounts, ordinal);
    if (foreign !== undefined) return foreign;
    if (!accounts.isOpen(ordinal)) return accountStatusForbidden(accounts, ordinal, ["open"]);
    const own = refuseOwnClosing(state, ordinal);
    if (own !== undefined) return own;
    const undrained = refuseUndrained(accounts, ordinal);
    if (undrained !== undefined) return undrained;
    const reached = refuseActiveAddresses(state, context.realm, accountId);
    if (reached !== undefined) return reached;
    return acceptChange(accounts, ordinal, closedFact(accounts, ordinal, context), context);
  },
});
