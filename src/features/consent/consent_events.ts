/** The events of a consent: one for each thing that can happen to it. */
import { type EventsOf, eventTypesOf, noEvents, oneEvent } from "../../contract/event.ts";
import type { ConsentEvent, ConsentFact } from "./consent_facts.ts";
import { consentResource } from "./consent_resource.ts";
import { Consent } from "./consent_schema.ts";

export const consentEventTypes = eventTypesOf("consent", Consent, {
  created: "A consent was made; its status says whether it may be used already.",
  activated: "A consent was confirmed: its evidence is complete and verified, and it may be used.",
  rejected: "The customer did not agree; the consent never becomes active.",
  revoked: "A consent was withdrawn and cannot be used any more.",
  consumed: "A collection has used up the limits of a consent.",
  expired: "The end of a consent came, by the Product's clock.",
});

export const consentEvents: Record<ConsentFact["kind"], EventsOf> = {
  "consent.created.1": eventNamed("created"),
  "consent.activated.1": eventNamed("activated"),
  "consent.rejected.1": eventNamed("rejected"),
  "consent.revoked.1": eventNamed("revoked"),
  "consent.expired.1": eventNamed("expired"),
  "consent.consumed.1": eventNamed("consumed"),
  "consent.used.1": noEvents,
};

function eventNamed(what: ConsentEvent): EventsOf {
  return oneEvent<ConsentFact>(`consent.${what}`, {
    resourceIdOf: ({ consent }) => consent.consentId,
    customerIdOf: ({ consent }) => consent.customerId,
    objectOf: ({ consent }, { names }) => consentResource(consent, names),
    previousOf: ({ previous }) => previous,
  });
}
