/** The events of an entity, and of what was submitted of it: they show names of fields, never values. */
import {
  type EventsByKind,
  type EventsOf,
  eventTypesOf,
  noEvents,
  oneEvent,
} from "../../contract/declare/event.ts";
import {
  ENTITY_EVENTS,
  type EntityFact,
  UNTOLD_ENTITY_CHANGES,
  VERIFICATION_DROPPED,
  type VerificationDropped,
} from "./entity_facts.ts";
import { entityResource } from "./entity_resource.ts";
import { Entity } from "./entity_schema.ts";
import { kycProfileResource } from "./kyc_profile_resource.ts";
import { KycProfile } from "./kyc_profile_schema.ts";

export const entityEventTypes = [
  ...eventTypesOf("entity", Entity, {
    updated: "The name, the country or the metadata of an entity changed.",
    restricted: "An entity was restricted: it gets no new accounts until compliance has looked.",
    suspended: "An entity was suspended by the platform.",
    reinstated: "A restricted or suspended entity is active again.",
    archived: "An entity was archived, for ever.",
    erased: "What was submitted of an entity was erased, for ever; it is archived.",
  }),
  ...eventTypesOf("entity.kyc", KycProfile, {
    submitted: "Fields of an entity were submitted; the event has their names.",
    document_added: "A document file of an entity was added.",
    expired: "The tier of an entity has ended by the clock.",
    verification_started: "A provider is asked to verify an entity.",
    verification_processing: "The provider has accepted to verify an entity, and looks into it.",
    verification_failed: "The provider refused to verify an entity; what was submitted stays.",
    verification_cancelled:
      "A verification was cancelled: by a caller, or because another one starts or the entity is archived or erased. `previous.verification` names it where the profile names another one now.",
    verification_expired: "A verification had no outcome in time; what was submitted stays.",
    requires_input: "The provider asks for fields of an entity again; the event names them.",
    verified: "An entity was verified, by a provider or the operator, and has attained a tier.",
    rejected: "The provider has rejected an entity.",
  }),
];

export const entityEvents: EventsByKind = Object.fromEntries([
  ...ENTITY_EVENTS.map((event) => [`entity.${event}.1`, eventNamed(event)]),
  ...UNTOLD_ENTITY_CHANGES.map((change) => [`entity.${change}.1`, noEvents]),
  [
    VERIFICATION_DROPPED,
    oneEvent<VerificationDropped>("entity.kyc.verification_cancelled", {
      resourceIdOf: ({ entity }) => entity.entityId,
      customerIdOf: ({ entity }) => entity.customerId,
      objectOf: ({ shown }) => kycProfileResource(shown),
      previousOf: ({ previous }) => previous,
    }),
  ],
]);

function eventNamed(event: string): EventsOf {
  return oneEvent<EntityFact>(`entity.${event}`, {
    resourceIdOf: ({ entity }) => entity.entityId,
    customerIdOf: ({ entity }) => entity.customerId,
    objectOf: (fact, { names }) =>
      event.startsWith("kyc.") ? kycProfileResource(fact) : entityResource(fact.entity, names),
    previousOf: ({ previous }) => previous,
  });
}
