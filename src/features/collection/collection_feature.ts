/** The feature of collections: money that is taken from customers' accounts under their consents. */
import type { Feature } from "../../contract/feature.ts";
import { dueAtDeadlines } from "../../contract/resource_facts.ts";
import { collectionAttemptList } from "./collection.attempt.list.ts";
import { collectionCancel } from "./collection.cancel.ts";
import { collectionCollect } from "./collection.collect.ts";
import { collectionConfirm } from "./collection.confirm.ts";
import { collectionCreate } from "./collection.create.ts";
import { collectionList } from "./collection.list.ts";
import { collectionRetrieve } from "./collection.retrieve.ts";
import { collectionRetry } from "./collection.retry.ts";
import { collectionRun } from "./collection.run.ts";
import { collectionEvents, collectionEventTypes } from "./collection_events.ts";
import { collectionExamples } from "./collection_examples.ts";
import { collectionFacts } from "./collection_facts.ts";
import { collections } from "./collection_resource.ts";
import { type CollectionState, createCollectionState } from "./collection_state.ts";

export const collectionFeature = {
  tag: {
    name: "Collections",
    description:
      "Money that is taken from customers' accounts under their consents, by hand or by schedules.",
  },
  operations: [
    collectionCreate,
    collectionCollect,
    collectionConfirm,
    collectionRetry,
    collectionCancel,
    collectionRun,
    collectionList,
    collectionRetrieve,
    collectionAttemptList,
  ],
  examples: collectionExamples,
  events: collectionEventTypes,
  resources: [collections],
  facts: collectionFacts,
  eventsOf: collectionEvents,
  createState: createCollectionState,
  tables: (state) => [state.collections, state.boundTransfers],
  due: [
    dueAtDeadlines(
      "collection.due",
      (state: CollectionState) => state.collections,
      (collectionId) => ({ operation: "collection.run", input: { collectionId } }),
    ),
  ],
} satisfies Feature<CollectionState>;
