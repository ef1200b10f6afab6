/** customer_access.resume: a suspended access can be used again. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { acceptAccess } from "../customer/customer_access_change.ts";
import type { CustomerState } from "../customer/customer_noun.ts";
import { accessInStatus } from "./customer_access_document.ts";
import { refuseLifecycle, refuseRefused } from "./customer_access_lifecycle.ts";
import { customerAccesses, customerAccessNotFound } from "./customer_access_noun.ts";
import { CustomerAccess } from "./customer_access_schema.ts";

export const customerAccessResume = declareWrite<CustomerState>()({
  id: "customer_access.resume",
  summary: "Resume a suspended customer access",
  description:
    "Ends the suspension, also one that followed when compliance refused the access, once compliance has cleared it again.",
  http: { method: "POST", path: "/customer-accesses/{customerAccessId}/resume" },
  principals: PRODUCT_CALLERS,
  scope: "customer_access:write",
  path: customerAccesses.path,
  output: CustomerAccess,
  refusals: [
    "customer_access_not_found",
    "customer_access_compliance_forbidden",
    "customer_access_lifecycle_status_forbidden",
    "ledger_unavailable",
  ],
  events: ["customer_access.resumed", "customer.updated"],
  decide(state, { customerAccessId }, context) {
    const access = state.customerAccesses.byId(context.realm, customerAccessId);
    if (access === undefined) return customerAccessNotFound(customerAccessId);
    const refusal = refuseRefused(access) ?? refuseLifecycle(access, ["suspended"]);
    if (refusal !== undefined) return refusal;
    const after = accessInStatus(access, "active", context.nowMs);
    return acceptAccess(state, "resumed", access, after, context);
  },
});
