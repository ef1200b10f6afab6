/**
 * The events of a customer: one for each thing that can happen to the customer. Of a change of its access the
 * events of the access tell.
 */
import { type EventsOf, eventTypesOf, noEvents, oneEvent } from "../../contract/event.ts";
import type { CustomerEvent, CustomerFact } from "./customer_facts.ts";
import { customerResource } from "./customer_resource.ts";
import { Customer } from "./customer_schema.ts";

export const customerEventTypes = eventTypesOf("customer", Customer, {
  created: "A customer was created.",
  updated: "The metadata or the external id of a customer changed.",
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
  "customer.access_changed.1": noEvents,
  "customer.closed.1": eventNamed("closed"),
};

function eventNamed(what: Exclude<CustomerEvent, "access_changed">): EventsOf {
  return oneEvent<CustomerFact>(`customer.${what}`, {
    resourceIdOf: ({ customer }) => customer.customerId,
    objectOf: ({ customer }, { names }) => customerResource(customer, names),
    previousOf: ({ previous }) => previous,
  });
}
