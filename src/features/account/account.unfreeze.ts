/** account.unfreeze: ends the tenant's own freeze. A tenant cannot end a freeze of the platform. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import { unfrozenFact } from "./account_freezing.ts";
import {
  acceptChange,
  accountStatusForbidden,
  changeableOrdinal,
  freezeOf,
  refusePlatformFreeze,
} from "./account_lifecycle.ts";
import { Account, AccountPath } from "./account_schema.ts";
import type { AccountState } from "./account_state.ts";

export const accountUnfreeze = declareWrite<AccountState>()({
  id: "account.unfreeze",
  summary: "End the tenant's freeze of an account",
  description:
    "A freeze of the platform that stands beside it stays, and the account stays frozen. Where only the " +
    "platform's freeze stands, the answer is `account_freeze_plane_forbidden`.",
  http: { method: "POST", path: "/accounts/{accountId}/unfreeze" },
  principals: PRODUCT_CALLERS,
  scope: "accounts:write",
  path: AccountPath,
  output: Account,
  refusals: [
    "account_not_found",
    "account_freeze_plane_forbidden",
    "account_status_forbidden",
    "ledger_unavailable",
  ],
  events: ["account.unfrozen"],
  decide({ accounts }, { accountId }, context) {
    const ordinal = changeableOrdinal(accounts, context.realm, accountId);
    if (ordinal < 0) return accountNotFound(accountId, "accountId");
    const freeze = freezeOf(accounts, ordinal, "tenant");
    if (freeze === undefined) {
      return (
        refusePlatformFreeze(accounts, ordinal) ??
        accountStatusForbidden(accounts, ordinal, ["frozen"])
      );
    }
    const fact = unfrozenFact(accounts, ordinal, freeze, context.nowMs);
    return acceptChange(accounts, ordinal, fact, context);
  },
});
