/** sandbox.account_funding.create: test money for an account, out of the platform's own. */
import { Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id } from "../../contract/values/formats.ts";
import { decideFunding, FUNDING_FIELDS, FUNDING_REFUSALS } from "../transfer/account_funding.ts";
import { transferReply } from "../transfer/transfer_json.ts";
import { transferReplyState } from "../transfer/transfer_reply_state.ts";
import { Transfer } from "../transfer/transfer_schema.ts";
import type { SandboxState } from "./sandbox_state.ts";

const AccountFundingDraft = Type.Object(
  {
    ...FUNDING_FIELDS,
    destinationAccountId: described(Id("acct"), "The account that receives the test money."),
  },
  {
    title: "AccountFundingDraft",
    description: "Test money for an account.",
    additionalProperties: false,
  },
);

export const sandboxAccountFundingCreate = declareWrite<SandboxState>()({
  id: "sandbox.account_funding.create",
  summary: "Fund an account with test money",
  description:
    "The account must be open: a freeze of either mode is refused with `destination_account_status_forbidden`. " +
    "The customer who owns it may be suspended.",
  http: { method: "POST", path: "/sandbox/account-funding", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "sandbox:write",
  acts: { on: "product", by: "destinationAccountId" },
  environment: "sandbox",
  body: AccountFundingDraft,
  output: Transfer,
  refusals: [...FUNDING_REFUSALS, "ledger_unavailable"],
  events: ["transfer.posted", "transfer.failed"],
  decide: decideFunding,
  respond: transferReply,
  replyState: transferReplyState,
});
