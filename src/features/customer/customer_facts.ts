/** The facts about a customer. Each fact carries the whole customer as it is afterwards. */
import type { Apply } from "../../contract/operation.ts";
import { putDocument } from "../../contract/resource.ts";
import type { CustomerDocument } from "./customer_document.ts";
import type { CustomerState } from "./customer_state.ts";

export type CustomerEvent =
  | "created"
  | "updated"
  | "activated"
  | "suspended"
  | "reactivated"
  | "closed";

export type CustomerFact = {
  kind: `customer.${CustomerEvent}.1`;
  customer: Omit<CustomerDocument, "realm">;
  /** The fields in answers that the change has changed, as they were; old facts lack it. */
  previous?: object;
};

const put = putDocument<CustomerState, CustomerDocument>(
  ({ customers }) => customers,
  (fact) => {
    const { customer } = fact as CustomerFact;
    return { id: customer.customerId, document: customer };
  },
);

export const customerFacts: Record<CustomerFact["kind"], Apply<CustomerState>> = {
  "customer.created.1": put,
  "customer.updated.1": put,
  "customer.activated.1": put,
  "customer.suspended.1": put,
  "customer.reactivated.1": put,
  "customer.closed.1": put,
};
