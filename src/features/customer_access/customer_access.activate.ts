/** customer_access.activate: makes a pending access one that can be used, and its pending customer active. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { acceptAccess, customerOf } from "../customer/customer_access_change.ts";
import { refuseCustomerStatus } from "../customer/customer_lifecycle.ts";
import type { CustomerState } from "../customer/customer_noun.ts";
import { entityOf, refuseEntityStatus } from "../entity/entity_lifecycle.ts";
import { refuseAccessTier } from "./access_tier.ts";
import { accessInStatus } from "./customer_access_document.ts";
import { refuseLifecycle, refuseRefused } from "./customer_access_lifecycle.ts";
import { customerAccesses, customerAccessNotFound } from "./customer_access_noun.ts";
import { CustomerAccess } from "./customer_access_schema.ts";

export const customerAccessActivate = declareWrite<CustomerState>()({
  id: "customer_access.activate",
  summary: "Activate a customer access",
  description:
    "The access can be used from now on. A customer who is `pending` becomes `active` in the same step, and can have accounts.",
  http: { method: "POST", path: "/customer-accesses/{customerAccessId}/activate" },
  principals: PRODUCT_CALLERS,
  scope: "customer_access:write",
  path: customerAccesses.path,
  output: CustomerAccess,
  refusals: [
    "customer_access_not_found",
    "customer_access_compliance_forbidden",
    "customer_access_lifecycle_status_forbidden",
    "customer_status_forbidden",
    "entity_status_forbidden",
    "kyc_tier_insufficient",
    "ledger_unavailable",
  ],
  events: ["customer_access.activated", "customer.activated", "customer.updated"],
  decide(state, { customerAccessId }, context) {
    const access = state.customerAccesses.byId(context.realm, customerAccessId);
    if (access === undefined) return customerAccessNotFound(customerAccessId);
    const customer = customerOf(state, access);
    const entity = entityOf(state, context.realm, customer);
    const refusal =
      refuseRefused(access) ??
      refuseLifecycle(access, ["pending"]) ??
      refuseCustomerStatus(customer, ["pending", "active"]) ??
      refuseEntityStatus(entity) ??
      refuseAccessTier(entity, context.principal);
    if (refusal !== undefined) return refusal;
    const after = accessInStatus(access, "active", context.nowMs);
    return acceptAccess(state, "activated", access, after, context);
  },
});
