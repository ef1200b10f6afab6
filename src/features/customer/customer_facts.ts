/** What can happen to a customer. Each fact carries the whole customer as it is afterwards. */
import type { Apply } from "../../contract/operation.ts";
import { claimExternalId } from "../external_id/external_id.ts";
import type { CustomerDocument } from "./customer_document.ts";
import type { CustomerState } from "./customer_state.ts";

export type CustomerEvent = "created" | "updated" | "suspended" | "reactivated" | "closed";

export type CustomerFact = {
  kind: `customer.${CustomerEvent}.1`;
  customer: Omit<CustomerDocument, "scope">;
};

const applyCustomer: Apply<CustomerState> = (state, fact, { scope }) => {
  const { customer } = fact as CustomerFact;
  const { customerId, externalId } = customer;
  state.customers.set(customerId.slice("cust_".length), { scope, ...customer });
  claimExternalId(state, scope, "customer", externalId, customerId);
};

export const customerFacts: Record<CustomerFact["kind"], Apply<CustomerState>> = {
  "customer.created.1": applyCustomer,
  "customer.updated.1": applyCustomer,
  "customer.suspended.1": applyCustomer,
  "customer.reactivated.1": applyCustomer,
  "customer.closed.1": applyCustomer,
};
