/**
 * platform.account_funding.create: the operator books money that has arrived outside, in live, out of
 * the platform's external account. It stands in for financial addresses and external confirmations.
 */
import { Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/declare/operation.ts";
import { refuseClosedRealm } from "../product/product_closure.ts";
import type { ProductState } from "../product/product_state.ts";
import { decideFunding, FUNDING_FIELDS, FUNDING_REFUSALS } from "../transfer/account_funding.ts";
import { transferReply } from "../transfer/transfer_json.ts";
import { transferReplyState } from "../transfer/transfer_reply_state.ts";
import { Transfer } from "../transfer/transfer_schema.ts";
import { notedInFeed, OperatorReason, operatorOf } from "./operator_note.ts";
import { BY_OPERATOR } from "./platform_operation.ts";

export const platformAccountFundingCreate = declareWrite<ProductState>()({
  ...BY_OPERATOR,
  id: "platform.account_funding.create",
  summary: "Book money that has arrived for an account, as the platform",
  http: { method: "POST", path: "/platform/account-funding", status: 201 },
  acts: { on: "product", by: "destinationAccountId" },
  environment: "live",
  body: Type.Object(
    { ...FUNDING_FIELDS, reason: OperatorReason },
    { title: "PlatformAccountFunding", additionalProperties: false },
  ),
  output: Transfer,
  refusals: [...FUNDING_REFUSALS, "ledger_unavailable", "product_access_suspended"],
  events: ["transfer.posted", "transfer.failed"],
  prepare: operatorOf,
  decide(state, { reason, ...draft }, context) {
    const decision =
      refuseClosedRealm(state, context.realm) ?? decideFunding(state, draft, context);
    const { destinationAccountId: id, amount, currency } = draft;
    const act = {
      operation: "platform.account_funding.create",
      resource: { type: "account", id },
      after: { amount, currency },
    };
    return notedInFeed(decision, { act, reason }, context);
  },
  respond: transferReply,
  replyState: transferReplyState,
});
