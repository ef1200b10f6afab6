/**
 * Accepts changes of a customer's access. The customer's document has a copy of the access's id and
 * status, so a change of these changes the customer in the same record.
 */
import { invariant } from "../../base/invariant.ts";
import { type Acceptance, accept, type DecisionContext } from "../../contract/declare/operation.ts";
import type { CustomerAccessDocument } from "../customer_access/customer_access_document.ts";
import type {
  CustomerAccessEvent,
  CustomerAccessFact,
} from "../customer_access/customer_access_noun.ts";
import {
  customerAccesses,
  customerAccessResource,
} from "../customer_access/customer_access_noun.ts";
import type { CustomerDocument } from "./customer_document.ts";
import type { CustomerFact } from "./customer_facts.ts";
import { inStatus } from "./customer_lifecycle.ts";
import type { CustomerState } from "./customer_noun.ts";
import { customers } from "./customer_noun.ts";

/**
 * Accepts a change of `before` to `after`. The reply is the access as `customer_access.retrieve` shows it
 * right afterwards.
 */
export function acceptAccess(
  state: CustomerState,
  event: Exclude<CustomerAccessEvent, "created">,
  before: CustomerAccessDocument,
  after: CustomerAccessDocument,
  context: DecisionContext,
): Acceptance {
  const fact = customerAccesses.changeFact(event, before, after, context);
  const { customerAccessId, status } = after;
  const customer = customerOf(state, before);
  // An access that a newer one has followed is not the one that its customer names.
  const isCopied = customer.access?.customerAccessId === customerAccessId;
  const isChanged = isCopied && customer.access?.status !== status;
  return accepted(fact, isChanged ? [factOfCustomer(customer, after, context)] : [], context);
}

/** Accepts a new access of a customer. */
export function acceptNewAccess(
  customer: CustomerDocument,
  customerAccess: CustomerAccessFact["customerAccess"],
  context: DecisionContext,
): Acceptance {
  const fact = customerAccesses.fact("created", customerAccess);
  return accepted(fact, [factOfCustomer(customer, customerAccess, context)], context);
}

/** The customer whose access it is. */
export function customerOf(
  { customers }: CustomerState,
  { realm, customerId }: Pick<CustomerAccessDocument, "realm" | "customerId">,
): CustomerDocument {
  const customer = customers.byId(realm, customerId);
  invariant(customer !== undefined, "the customer of an access exists");
  return customer;
}

function accepted(
  fact: CustomerAccessFact,
  ofCustomer: readonly CustomerFact[],
  context: DecisionContext,
): Acceptance {
  const reply = customerAccessResource(fact.customerAccess, context.principal);
  return accept([fact, ...ofCustomer], reply);
}

/** The change of the customer that follows: of its copy of the access, and of a customer who waited for it. */
function factOfCustomer(
  customer: CustomerDocument,
  { customerAccessId, status }: Pick<CustomerAccessDocument, "customerAccessId" | "status">,
  context: DecisionContext,
): CustomerFact {
  const isActivated = customer.status === "pending" && status === "active";
  const reached = isActivated ? inStatus(customer, "active", context.nowMs) : customer;
  const after = { ...reached, access: { customerAccessId, status } };
  const event = isActivated ? "activated" : "updated";
  return customers.changeFact(event, customer, after, context);
}
