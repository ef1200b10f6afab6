/**
 * account.freeze: stops debits, or all movements, of an account until the tenant unfreezes; or
 * changes the mode of the tenant's freeze in one step.
 */
import { Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import { frozenFact, refuseFreeze } from "./account_freezing.ts";
import { acceptChange, changeableOrdinal } from "./account_lifecycle.ts";
import { Account, AccountPath, FreezeMode, FreezeReason } from "./account_schema.ts";
import type { AccountState } from "./account_state.ts";

export const accountFreeze = declareWrite<AccountState>()({
  id: "account.freeze",
  summary: "Freeze an account",
  description:
    "Adds the tenant's freeze to an account that is open or frozen by the platform. Where the tenant's freeze " +
    "stands in the other mode, it ends and one of the new mode and reason begins, in one step; where it stands " +
    "in the same mode, nothing changes and the answer is `account_status_forbidden`.",
  http: { method: "POST", path: "/accounts/{accountId}/freeze" },
  principals: PRODUCT_CALLERS,
  scope: "accounts:write",
  path: AccountPath,
  body: Type.Object(
    { mode: FreezeMode, reason: FreezeReason },
    {
      title: "AccountFreezeDraft",
      description: "The freeze of the tenant to impose.",
      additionalProperties: false,
    },
  ),
  output: Account,
  refusals: ["account_not_found", "account_status_forbidden", "ledger_unavailable"],
  events: ["account.frozen"],
  decide({ accounts }, { accountId, mode, reason }, context) {
    const ordinal = changeableOrdinal(accounts, context.realm, accountId);
    if (ordinal < 0) return accountNotFound(accountId, "accountId");
    const refusal = refuseFreeze(accounts, ordinal, { plane: "tenant", mode });
    if (refusal !== undefined) return refusal;
    const fact = frozenFact(accounts, ordinal, {
      freezeId: context.newId("frz"),
      plane: "tenant",
      mode,
      reason,
      sinceMs: context.nowMs,
    });
    return acceptChange(accounts, ordinal, fact, context);
  },
});
