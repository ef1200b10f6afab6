/** customer.update: changes the metadata or external id of a customer that is not closed. */
import { declareWrite } from "../../contract/operation.ts";
import { refuseRevision } from "../expected_revision.ts";
import { refuseTakenExternalId } from "../external_id.ts";
import { mergedMetadata, refuseMetadata } from "../metadata_change.ts";
import { acceptCustomer, refuseCustomerStatus } from "./customer_lifecycle.ts";
import { customerNotFound, customers } from "./customer_resource.ts";
import { Customer, CustomerChange, CustomerPath } from "./customer_schema.ts";
import type { CustomerState } from "./customer_state.ts";

export const customerUpdate = declareWrite<CustomerState>()({
  id: "customer.update",
  summary: "Change a customer's metadata or external id",
  tag: "Customers",
  http: { method: "PATCH", path: "/customers/{customerId}", status: 200 },
  principals: ["product_key"],
  scope: "customers:write",
  path: CustomerPath,
  body: CustomerChange,
  output: Customer,
  refusals: [
    "customer_not_found",
    "customer_status_forbidden",
    "state_conflict",
    "state_constraint_failed",
    "ledger_unavailable",
  ],
  events: ["customer.updated"],
  decide(state, { customerId, metadata, externalId, expectedRevision }, context) {
    const customer = state.customers.byId(context.scope, customerId);
    if (customer === undefined) return customerNotFound(customerId);
    const merged = mergedMetadata(customer.metadata, metadata);
    const refusal =
      refuseCustomerStatus(customer, ["pending", "active", "suspended"]) ??
      refuseRevision(customerId, expectedRevision, customer.revision) ??
      refuseTakenExternalId(customers, state.customers.externalIds, context.scope, {
        externalId,
        id: customerId,
      }) ??
      refuseMetadata(merged);
    if (refusal !== undefined) return refusal;
    const after = {
      ...customer,
      ...(merged !== undefined && { metadata: merged }),
      ...(externalId !== undefined && { externalId }),
    };
    return acceptCustomer("updated", after, context);
  },
});
