/** account.freeze: stops debits, or all movements, of an open account until the tenant unfreezes. */
import { Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/operation.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import { frozenFact } from "./account_freezing.ts";
import { acceptChange, accountStatusForbidden, changeableOrdinal } from "./account_lifecycle.ts";
import { Account, AccountPath, FreezeMode, FreezeReason } from "./account_schema.ts";
import type { AccountState } from "./account_state.ts";

export const accountFreeze = declareWrite<AccountState>()({
  id: "account.freeze",
  summary: "Freeze an account",
  tag: "Accounts",
  http: { method: "POST", path: "/accounts/{accountId}/freeze", status: 200 },
  principals: ["product_key"],
  scope: "accounts:write",
  path: AccountPath,
  body: Type.Object(
    { mode: FreezeMode, reason: FreezeReason },
    { title: "AccountFreezeDraft", additionalProperties: false },
  ),
  output: Account,
  refusals: ["account_not_found", "account_status_forbidden", "ledger_unavailable"],
  events: ["account.frozen"],
  decide({ accounts }, { accountId, mode, reason }, context) {
    const ordinal = changeableOrdinal(accounts, context.scope, accountId);
    if (ordinal < 0) return accountNotFound(accountId, "accountId");
    if (!accounts.isOpen(ordinal)) return accountStatusForbidden(accounts, ordinal, ["open"]);
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
