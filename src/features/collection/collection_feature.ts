/** The feature of collections: money that is taken from customers' accounts under their consents. */
import type { Feature } from "../../contract/feature.ts";
import { collectionList } from "./collection.list.ts";
import { collectionRetrieve } from "./collection.retrieve.ts";
import { collectionEvents, collectionEventTypes } from "./collection_events.ts";
import { collectionExamples } from "./collection_examples.ts";
import { collectionFacts } from "./collection_facts.ts";
import { collections } from "./collection_resource.ts";
import { type CollectionState, createCollectionState } from "./collection_state.ts";

export const collectionFeature = {
  tag: {
    name: "Collections",
    description: "Money that schedules take from customers' accounts under their consents.",
  },
  operations: [collectionList, collectionRetrieve],
  examples: collectionExamples,
  events: collectionEventTypes,
  resources: [collections],
  facts: collectionFacts,
  eventsOf: collectionEvents,
  createState: createCollectionState,
  tables: (state) => [state.collections],
} satisfies Feature<CollectionState>;
