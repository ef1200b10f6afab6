/** The facts about a customer access. Each fact carries the whole access as it is afterwards. */
import type { Apply } from "../../contract/operation.ts";
import { putDocument } from "../../contract/resource_facts.ts";
import type { CustomerAccessDocument } from "./customer_access_document.ts";
import type { CustomerAccessState } from "./customer_access_state.ts";

export type CustomerAccessEvent =
  | "created"
  | "activated"
  | "suspended"
  | "resumed"
  | "revoked"
  | "compliance_changed";

export type CustomerAccessFact = {
  kind: `customer_access.${CustomerAccessEvent}.1`;
  customerAccess: Omit<CustomerAccessDocument, "realm">;
  /** The fields in answers that the change has changed, as they were; absent of a new access. */
  previous?: object;
};

const put = putDocument<CustomerAccessState, CustomerAccessDocument>(
  (state) => state.customerAccesses,
  (fact) => {
    const { customerAccess } = fact as CustomerAccessFact;
    return { id: customerAccess.customerAccessId, document: customerAccess };
  },
);

export const customerAccessFacts: Record<CustomerAccessFact["kind"], Apply<CustomerAccessState>> = {
  "customer_access.created.1": put,
  "customer_access.activated.1": put,
  "customer_access.suspended.1": put,
  "customer_access.resumed.1": put,
  "customer_access.revoked.1": put,
  "customer_access.compliance_changed.1": put,
};
