/** The events of a collection: one for each thing that can happen to it. */
import { type EventsOf, eventTypesOf, oneEvent } from "../../contract/event.ts";
import type { CollectionStatus } from "./collection_document.ts";
import type { CollectionFact } from "./collection_facts.ts";
import { collectionResource } from "./collection_resource.ts";
import { Collection } from "./collection_schema.ts";

export const collectionEventTypes = eventTypesOf("collection", Collection, {
  scheduled: "A collection was made, or is to be tried again: it waits for its time.",
  collected: "The money of a collection was moved, or a transfer that had moved it was named.",
  failed: "An attempt was refused; the collection says whether another one can succeed.",
  cancelled: "A collection was given up; its money is not taken any more.",
});

export const collectionEvents: Record<CollectionFact["kind"], EventsOf> = {
  "collection.scheduled.1": eventNamed("scheduled"),
  "collection.collected.1": eventNamed("collected"),
  "collection.failed.1": eventNamed("failed"),
  "collection.cancelled.1": eventNamed("cancelled"),
};

function eventNamed(what: CollectionStatus): EventsOf {
  return oneEvent<CollectionFact>(`collection.${what}`, {
    resourceIdOf: ({ collection }) => collection.collectionId,
    customerIdOf: ({ collection }) => collection.customerId,
    objectOf: ({ collection }, { names }) => collectionResource(collection, names),
    previousOf: ({ previous }) => previous,
  });
}
