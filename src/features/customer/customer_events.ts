/** The events of a customer: one for each thing that can happen to the customer. */
import { type EventsOf, eventTypesOf, oneEvent } from "../../contract/event.ts";
import type { CustomerEvent, CustomerFact } from "./customer_facts.ts";
import { customerResource } from "./customer_resource.ts";
import { Customer } from "./customer_schema.ts";

export const customerEventTypes = eventTypesOf("customer", Customer, {
  created: "A customer was created.",
  updated: "The metadata, the external id or the status of the access of a customer changed.",
  activated: "A customer became active, and can have accounts and move money.",
  suspended: "A customer was suspended: its money stands still.",
  reactivated: "A suspended customer is active again.",
  closed: "A customer was closed, for ever.",
});

export const customerEvents: Record<CustomerFact["kind"], EventsOf> = {
  "customer.created.1": eventNamed("created"),
  "customer.updated.1": eventNamed("updated"),
  "customer.activated.1": eventNamed("activated"),
  "customer.suspended.1": eventNamed("suspended"),
  "customer.reactivated.1": eventNamed("reactivated"),
  "customer.closed.1": eventNamed("closed"),
};

function eventNamed(what: CustomerEvent): EventsOf {
  return oneEvent<CustomerFact>(`customer.${what}`, {
    resourceIdOf: ({ customer }) => customer.customerId,
    customerIdOf: ({ customer }) => customer.customerId,
    objectOf: ({ customer }, { names }) => customerResource(customer, names),
    previousOf: ({ previous }) => previous,
  });
}
