/** customer_access.suspend: an active access cannot be used until it is resumed. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { acceptAccess } from "../customer/customer_access_change.ts";
import type { CustomerState } from "../customer/customer_noun.ts";
import { accessInStatus } from "./customer_access_document.ts";
import { refuseLifecycle } from "./customer_access_lifecycle.ts";
import { customerAccesses, customerAccessNotFound } from "./customer_access_noun.ts";
import { CustomerAccess, CustomerAccessSuspension } from "./customer_access_schema.ts";

export const customerAccessSuspend = declareWrite<CustomerState>()({
  id: "customer_access.suspend",
  summary: "Suspend a customer access",
  description:
    "What needs the access is refused with `customer_access_status_forbidden`: no account is opened for the customer. Accounts that the customer has go on; to stop them, suspend the customer.",
  http: { method: "POST", path: "/customer-accesses/{customerAccessId}/suspend" },
  principals: PRODUCT_CALLERS,
  scope: "customer_access:write",
  path: customerAccesses.path,
  body: CustomerAccessSuspension,
  output: CustomerAccess,
  refusals: [
    "customer_access_not_found",
    "customer_access_lifecycle_status_forbidden",
    "ledger_unavailable",
  ],
  events: ["customer_access.suspended", "customer.updated"],
  decide(state, { customerAccessId, reason }, context) {
    const access = state.customerAccesses.byId(context.realm, customerAccessId);
    if (access === undefined) return customerAccessNotFound(customerAccessId);
    const refusal = refuseLifecycle(access, ["active"]);
    if (refusal !== undefined) return refusal;
    const suspended = accessInStatus(access, "suspended", context.nowMs);
    const after = { ...suspended, suspensionReason: reason };
    return acceptAccess(state, "suspended", access, after, context);
  },
});
