/** The events of a collection: one for each attempt. */
import { type EventsOf, eventTypesOf, oneEvent } from "../../contract/event.ts";
import type { CollectionStatus } from "./collection_document.ts";
import type { CollectionFact } from "./collection_facts.ts";
import { collectionResource } from "./collection_resource.ts";
import { Collection } from "./collection_schema.ts";

export const collectionEventTypes = eventTypesOf("collection", Collection, {
  collected: "The money of a collection was moved.",
  failed: "An attempt was refused; the collection says whether another one will come.",
});

export const collectionEvents: Record<CollectionFact["kind"], EventsOf> = {
  "collection.collected.1": eventNamed("collected"),
  "collection.failed.1": eventNamed("failed"),
};

function eventNamed(what: CollectionStatus): EventsOf {
  return oneEvent<CollectionFact>(`collection.${what}`, {
    resourceIdOf: ({ collection }) => collection.collectionId,
    objectOf: ({ collection }, { names }) => collectionResource(collection, names),
    previousOf: ({ previous }) => previous,
  });
}
