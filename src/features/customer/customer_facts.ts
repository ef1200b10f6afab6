/**
 * The facts about a customer. Each fact carries the whole customer as it is afterwards. A fact that brings the
 * customer's access with it, in logs of any age, makes the access's document too.
 */
import type { Apply } from "../../contract/operation.ts";
import { putDocument } from "../../contract/resource.ts";
import { accessBroughtBy } from "../customer_access/customer_access_document.ts";
import type { CustomerDocument } from "./customer_document.ts";
import type { CustomerState } from "./customer_state.ts";

export type CustomerEvent =
  | "created"
  | "updated"
  | "activated"
  | "suspended"
  | "reactivated"
  | "access_changed"
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

/** The access stands there already where the record has a fact of its own about it. */
const putWithAccess: Apply<CustomerState> = (state, fact, context) => {
  put(state, fact, context);
  const access = accessBroughtBy((fact as CustomerFact).customer);
  if (access === undefined) return;
  const { customerAccesses } = state;
  const key = customerAccesses.keyOf(access.customerAccessId);
  const { realm } = context;
  if (customerAccesses.find(key) === undefined) customerAccesses.set(key, { realm, ...access });
};

export const customerFacts: Record<CustomerFact["kind"], Apply<CustomerState>> = {
  "customer.created.1": putWithAccess,
  "customer.updated.1": put,
  "customer.activated.1": putWithAccess,
  "customer.suspended.1": put,
  "customer.reactivated.1": put,
  "customer.access_changed.1": put,
  "customer.closed.1": put,
};
