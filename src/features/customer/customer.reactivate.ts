/** customer.reactivate: makes a suspended customer active again. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { inStatus, refuseCustomerStatus } from "./customer_lifecycle.ts";
import type { CustomerState } from "./customer_noun.ts";
import { customerNotFound, customers } from "./customer_noun.ts";
import { Customer } from "./customer_schema.ts";

export const customerReactivate = declareWrite<CustomerState>()({
  id: "customer.reactivate",
  summary: "Reactivate a suspended customer",
  description:
    "Ends the suspension: the customer may pay again. Only a suspended customer can be reactivated.",
  http: { method: "POST", path: "/customers/{customerId}/reactivate" },
  principals: PRODUCT_CALLERS,
  scope: "customers:write",
  path: customers.path,
  output: Customer,
  refusals: ["customer_not_found", "customer_status_forbidden", "ledger_unavailable"],
  events: ["customer.reactivated"],
  decide(state, { customerId }, context) {
    const customer = state.customers.byId(context.realm, customerId);
    if (customer === undefined) return customerNotFound(customerId);
    const refusal = refuseCustomerStatus(customer, ["suspended"]);
    if (refusal !== undefined) return refusal;
    return customers.acceptChange(
      "reactivated",
      customer,
      inStatus(customer, "active", context.nowMs),
      context,
    );
  },
});
