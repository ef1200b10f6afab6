/** sandbox.compliance_outcome.create: plays compliance clearing or refusing a customer access; sandbox only. */
import { Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { decideCompliance } from "../customer/compliance_decision.ts";
import type { CustomerState } from "../customer/customer_noun.ts";
import { COMPLIANCE_FIELDS, CustomerAccess } from "../customer_access/customer_access_schema.ts";

export const sandboxComplianceOutcomeCreate = declareWrite<CustomerState>()({
  id: "sandbox.compliance_outcome.create",
  summary: "Clear or refuse a customer access as compliance would",
  description:
    "`clear` makes an access that waits for compliance, or was rejected, `pending`; one that is suspended may be resumed again. `refuse` makes an access that waits, or is `pending`, `rejected`, and suspends an active one. In every other status only `compliance` changes.",
  http: { method: "POST", path: "/sandbox/compliance-outcomes", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "sandbox:write",
  acts: { on: "product", by: "customerAccessId" },
  environment: "sandbox",
  body: Type.Object(COMPLIANCE_FIELDS, {
    title: "ComplianceOutcomeDraft",
    description: "What compliance is to say of an access.",
    additionalProperties: false,
  }),
  output: CustomerAccess,
  refusals: ["customer_access_not_found", "ledger_unavailable"],
  events: ["customer_access.compliance_changed", "customer.updated"],
  decide: decideCompliance,
});
