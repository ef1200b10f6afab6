/** customer.update: changes the metadata or external id of a customer that is not closed. */
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { changed } from "../change.ts";
import { refuseRevision } from "../expected_revision.ts";
import { refuseTakenExternalId } from "../external_id.ts";
import { mergedMetadata, refuseMetadata } from "../metadata_change.ts";
import { refuseCustomerStatus } from "./customer_lifecycle.ts";
import type { CustomerState } from "./customer_noun.ts";
import { customerNotFound, customerResource, customers } from "./customer_noun.ts";
import { Customer, CustomerChange } from "./customer_schema.ts";

export const customerUpdate = declareWrite<CustomerState>()({
  id: "customer.update",
  summary: "Change a customer's metadata or external id",
  description:
    "A field that is absent stays as it is; `null` removes it, and another may then have the external id. A change that leaves everything as it is, such as `{}`, is answered with the customer and a receipt: the revision stays, and there is no event.",
  http: { method: "PATCH", path: "/customers/{customerId}" },
  principals: PRODUCT_CALLERS,
  scope: "customers:write",
  path: customers.path,
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
    const customer = state.customers.byId(context.realm, customerId);
    if (customer === undefined) return customerNotFound(customerId);
    const merged = mergedMetadata(customer.metadata, metadata);
    const refusal =
      refuseCustomerStatus(customer, ["pending", "active", "suspended"]) ??
      refuseRevision(customerId, expectedRevision, customer.revision) ??
      refuseTakenExternalId(customers, state.customers.externalIds, context.realm, {
        externalId,
        id: customerId,
      }) ??
      refuseMetadata(merged);
    if (refusal !== undefined) return refusal;
    const after = changed(customer, { metadata: merged, externalId });
    if (after === customer) return accept([], customerResource(customer, context.principal));
    return customers.acceptChange("updated", customer, after, context);
  },
});
