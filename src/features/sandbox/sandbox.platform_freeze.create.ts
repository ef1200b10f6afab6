/** sandbox.platform_freeze.create: plays the platform freezing an account; sandbox only. */
import { Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { PII } from "../../contract/declare/redaction.ts";
import { Id, notBlank } from "../../contract/values/formats.ts";
import { frozenFact, refuseFreeze } from "../account/account_freezing.ts";
import { acceptChange, changeableOrdinal } from "../account/account_lifecycle.ts";
import { Account, FreezeMode } from "../account/account_schema.ts";
import { FREEZE_NOTED, type FreezeNoted, withoutPrivateNotes } from "../account/private_note.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import { PLATFORM_WORDINGS, type PlatformWording } from "../ledger/platform_wordings.ts";
import type { SandboxState } from "./sandbox_state.ts";

const Wording = Type.Union(
  (Object.keys(PLATFORM_WORDINGS) as PlatformWording[]).map((wording) => Type.Literal(wording)),
  {
    title: "PlatformFreezeWording",
    description: `What everybody is told of the freeze. ${Object.entries(PLATFORM_WORDINGS)
      .map(([wording, text]) => `\`${wording}\`: "${text}".`)
      .join(" ")}`,
    default: "unspecified",
  },
);
/** Marked as personal, so that the log of requests does not keep it. */
const PrivateNote = notBlank(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: "The platform's own note of why; never shown, to nobody.",
    ...PII,
  }),
);

export const sandboxPlatformFreezeCreate = declareWrite<SandboxState>()({
  id: "sandbox.platform_freeze.create",
  summary: "Freeze an account as the platform would",
  description:
    "Where the platform's freeze stands in the other mode, it ends and one of the new mode begins, in one step; " +
    "where it stands in the same mode, nothing changes and the answer is `account_status_forbidden`. A freeze of " +
    "the tenant may stand beside it.",
  http: { method: "POST", path: "/sandbox/platform-freezes", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "sandbox:write",
  acts: { on: "product", by: "accountId" },
  environment: "sandbox",
  body: Type.Object(
    {
      accountId: Id("acct"),
      mode: FreezeMode,
      reason: Type.Optional(PrivateNote),
      wording: Type.Optional(Wording),
    },
    {
      title: "PlatformFreezeDraft",
      description: "The freeze of the platform to impose.",
      additionalProperties: false,
    },
  ),
  output: Account,
  refusals: ["account_not_found", "account_status_forbidden", "ledger_unavailable"],
  events: ["account.frozen"],
  decide({ accounts }, { accountId, mode, reason, wording = "unspecified" }, context) {
    const ordinal = changeableOrdinal(accounts, context.realm, accountId);
    if (ordinal < 0) return accountNotFound(accountId, "accountId");
    const refusal = refuseFreeze(accounts, ordinal, { plane: "platform", mode });
    if (refusal !== undefined) return refusal;
    const freezeId = context.newId("frz");
    const fact = frozenFact(accounts, ordinal, {
      freezeId,
      plane: "platform",
      mode,
      wording,
      sinceMs: context.nowMs,
    });
    const noted: FreezeNoted[] =
      reason === undefined ? [] : [{ kind: FREEZE_NOTED, accountId, freezeId, note: reason }];
    return acceptChange(accounts, ordinal, fact, context, noted);
  },
  recording: { shown: withoutPrivateNotes },
});
