/** customer_access.revoke: ends an access for ever; the customer may be given a new one. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { acceptAccess } from "../customer/customer_access_change.ts";
import type { CustomerState } from "../customer/customer_noun.ts";
import { REVOCABLE, refuseLifecycle, revokedAccess } from "./customer_access_lifecycle.ts";
import { customerAccesses, customerAccessNotFound } from "./customer_access_noun.ts";
import { CustomerAccess, CustomerAccessRevocation } from "./customer_access_schema.ts";

export const customerAccessRevoke = declareWrite<CustomerState>()({
  id: "customer_access.revoke",
  summary: "Revoke a customer access",
  description:
    "For ever; every access but one that compliance has rejected can be revoked. `customer_access.create` gives the customer a new one. Accounts that the customer has go on.",
  http: { method: "POST", path: "/customer-accesses/{customerAccessId}/revoke" },
  principals: PRODUCT_CALLERS,
  scope: "customer_access:write",
  path: customerAccesses.path,
  body: CustomerAccessRevocation,
  output: CustomerAccess,
  refusals: [
    "customer_access_not_found",
    "customer_access_lifecycle_status_forbidden",
    "ledger_unavailable",
  ],
  events: ["customer_access.revoked", "customer.updated"],
  decide(state, { customerAccessId, reason }, context) {
    const access = state.customerAccesses.byId(context.realm, customerAccessId);
    if (access === undefined) return customerAccessNotFound(customerAccessId);
    const refusal = refuseLifecycle(access, REVOCABLE);
    if (refusal !== undefined) return refusal;
    const after = revokedAccess(access, context.nowMs, reason);
    return acceptAccess(state, "revoked", access, after, context);
  },
});
