/** What is told of a customer: one event for each thing that can happen to it. */
import { type EventsOf, oneEvent } from "../../contract/event.ts";
import type { CustomerEvent, CustomerFact } from "./customer_facts.ts";

export const customerEvents: Record<CustomerFact["kind"], EventsOf> = {
  "customer.created.1": told("created"),
  "customer.updated.1": told("updated"),
  "customer.suspended.1": told("suspended"),
  "customer.reactivated.1": told("reactivated"),
  "customer.closed.1": told("closed"),
};

function told(what: CustomerEvent): EventsOf {
  return oneEvent(`customer.${what}`, ({ customer }: CustomerFact) => customer.customerId);
}
