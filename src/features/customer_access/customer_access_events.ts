/** The events of a customer access: one for each thing that can happen to it. */
import { type EventsOf, eventTypesOf, oneEvent } from "../../contract/event.ts";
import type { CustomerAccessEvent, CustomerAccessFact } from "./customer_access_facts.ts";
import { customerAccessResource } from "./customer_access_resource.ts";
import { CustomerAccess } from "./customer_access_schema.ts";

export const customerAccessEventTypes = eventTypesOf("customer_access", CustomerAccess, {
  created:
    "A customer was enrolled in the Product. A test customer has its access without this event.",
  activated: "An access can be used.",
  suspended: "You suspended an access; it cannot be used until it is resumed.",
  resumed: "A suspended access can be used again.",
  revoked: "An access was revoked, for ever.",
  compliance_changed:
    "Compliance cleared or refused an access; its status shows what follows from that.",
});

export const customerAccessEvents: Record<CustomerAccessFact["kind"], EventsOf> = {
  "customer_access.created.1": eventNamed("created"),
  "customer_access.activated.1": eventNamed("activated"),
  "customer_access.suspended.1": eventNamed("suspended"),
  "customer_access.resumed.1": eventNamed("resumed"),
  "customer_access.revoked.1": eventNamed("revoked"),
  "customer_access.compliance_changed.1": eventNamed("compliance_changed"),
};

function eventNamed(what: CustomerAccessEvent): EventsOf {
  return oneEvent<CustomerAccessFact>(`customer_access.${what}`, {
    resourceIdOf: ({ customerAccess }) => customerAccess.customerAccessId,
    customerIdOf: ({ customerAccess }) => customerAccess.customerId,
    objectOf: ({ customerAccess }, { names }) => customerAccessResource(customerAccess, names),
    previousOf: ({ previous }) => previous,
  });
}
