/** The events of a customer: one for each thing that can happen to the customer. */
import { type EventsOf, oneEvent } from "../../contract/event.ts";
import type { CustomerEvent, CustomerFact } from "./customer_facts.ts";

export const customerEvents: Record<CustomerFact["kind"], EventsOf> = {
  "customer.created.1": eventNamed("created"),
  "customer.updated.1": eventNamed("updated"),
  "customer.activated.1": eventNamed("activated"),
  "customer.suspended.1": eventNamed("suspended"),
  "customer.reactivated.1": eventNamed("reactivated"),
  "customer.closed.1": eventNamed("closed"),
};

function eventNamed(what: CustomerEvent): EventsOf {
  return oneEvent(`customer.${what}`, ({ customer }: CustomerFact) => customer.customerId);
}
