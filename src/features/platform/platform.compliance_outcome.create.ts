/**
 * platform.compliance_outcome.create: the operator records what compliance says of a customer access in live:
 * that the customer may have it, or that it may not.
 */
import { Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/declare/operation.ts";
import { decideCompliance } from "../customer/compliance_decision.ts";
import type { CustomerState } from "../customer/customer_noun.ts";
import { COMPLIANCE_FIELDS, CustomerAccess } from "../customer_access/customer_access_schema.ts";
import { notedInFeed, OperatorReason, operatorOf } from "./operator_note.ts";
import { BY_OPERATOR } from "./platform_operation.ts";

export const platformComplianceOutcomeCreate = declareWrite<CustomerState>()({
  ...BY_OPERATOR,
  id: "platform.compliance_outcome.create",
  summary: "Clear or refuse a customer access, as compliance",
  http: { method: "POST", path: "/platform/compliance-outcomes", status: 201 },
  acts: { on: "product", by: "customerAccessId" },
  environment: "live",
  body: Type.Object(
    { ...COMPLIANCE_FIELDS, reason: OperatorReason },
    { title: "PlatformComplianceOutcome", additionalProperties: false },
  ),
  output: CustomerAccess,
  refusals: ["customer_access_not_found", "ledger_unavailable"],
  events: ["customer_access.compliance_changed", "customer.updated"],
  prepare: operatorOf,
  decide(state, { reason, ...decision }, context) {
    const { customerAccessId, outcome } = decision;
    const act = {
      operation: "platform.compliance_outcome.create",
      resource: { type: "customer_access", id: customerAccessId },
      after: { outcome },
    };
    return notedInFeed(decideCompliance(state, decision, context), { act, reason }, context);
  },
});
