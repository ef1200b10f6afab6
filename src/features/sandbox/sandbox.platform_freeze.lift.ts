/** sandbox.platform_freeze.lift: ends the platform's freeze; one of the tenant stays. Sandbox only. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { unfrozenFact } from "../account/account_freezing.ts";
import { acceptChange, changeableOrdinal, freezeOf } from "../account/account_lifecycle.ts";
import { Account, AccountPath } from "../account/account_schema.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import type { SandboxState } from "./sandbox_state.ts";

export const sandboxPlatformFreezeLift = declareWrite<SandboxState>()({
  id: "sandbox.platform_freeze.lift",
  summary: "Lift the platform's freeze of an account",
  description:
    "Ends the freeze that `sandbox.platform_freeze.create` imposed. A freeze of the tenant beside it stays.",
  http: { method: "POST", path: "/sandbox/platform-freezes/{accountId}/lift" },
  principals: PRODUCT_CALLERS,
  scope: "sandbox:write",
  environment: "sandbox",
  path: AccountPath,
  output: Account,
  refusals: ["account_not_found", "account_status_forbidden", "ledger_unavailable"],
  events: ["account.unfrozen"],
  decide({ accounts }, { accountId }, context) {
    const ordinal = changeableOrdinal(accounts, context.realm, accountId);
    if (ordinal < 0) return accountNotFound(accountId, "accountId");
    const freeze = freezeOf(accounts, ordinal, "platform");
    if (freeze === undefined) {
      const message = `no freeze of the platform stands on account ${accountId}`;
      const status = accounts.status(ordinal);
      const details = { accountId, status, plane: "platform", allowed: ["frozen"] };
      return refuse("account_status_forbidden", message, details);
    }
    const fact = unfrozenFact(accounts, ordinal, freeze, context.nowMs);
    return acceptChange(accounts, ordinal, fact, context);
  },
});
