/** sandbox.platform_freeze.create: plays the platform freezing an account; sandbox only. */
import { Type } from "@sinclair/typebox";
import { Id } from "../../contract/formats.ts";
import { declareWrite } from "../../contract/operation.ts";
import { refuse } from "../../contract/refusal.ts";
import { frozenFact } from "../account/account_freezing.ts";
import {
  acceptChange,
  accountStatusForbidden,
  changeableOrdinal,
  freezeOf,
} from "../account/account_lifecycle.ts";
import { Account, FreezeMode, FreezeReason } from "../account/account_schema.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import type { SandboxState } from "./sandbox_state.ts";

const DEFAULT_REASON = "frozen by the platform";

export const sandboxPlatformFreezeCreate = declareWrite<SandboxState>()({
  id: "sandbox.platform_freeze.create",
  summary: "Freeze an account as the platform would",
  tag: "Sandbox",
  http: { method: "POST", path: "/sandbox/platform-freezes", status: 201 },
  principals: ["product_key"],
  scope: "sandbox:write",
  acts: { on: "product", by: "accountId" },
  environment: "sandbox",
  body: Type.Object(
    { accountId: Id("acct"), mode: FreezeMode, reason: Type.Optional(FreezeReason) },
    { title: "PlatformFreezeDraft", additionalProperties: false },
  ),
  output: Account,
  refusals: ["account_not_found", "account_status_forbidden", "ledger_unavailable"],
  events: ["account.frozen"],
  decide({ accounts }, { accountId, mode, reason = DEFAULT_REASON }, context) {
    const ordinal = changeableOrdinal(accounts, context.scope, accountId);
    if (ordinal < 0) return accountNotFound(accountId, "accountId");
    const status = accounts.status(ordinal);
    if (status === "closed") return accountStatusForbidden(accounts, ordinal, ["open", "frozen"]);
    if (freezeOf(accounts, ordinal, "platform") !== undefined) {
      const message = `account ${accountId} is frozen by the platform already`;
      const details = { accountId, status, plane: "platform", allowed: ["open", "frozen"] };
      return refuse("account_status_forbidden", message, details);
    }
    const fact = frozenFact(accounts, ordinal, {
      freezeId: context.newId("frz"),
      plane: "platform",
      mode,
      reason,
      sinceMs: context.nowMs,
    });
    return acceptChange(accounts, ordinal, fact, context);
  },
});
