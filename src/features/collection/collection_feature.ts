/** The feature of collections: money that is taken from customers' accounts under their consents. */
import type { Feature } from "../../contract/declare/feature.ts";
import { collectionAttemptList } from "./collection.attempt.list.ts";
import { collectionCancel } from "./collection.cancel.ts";
import { collectionCollect } from "./collection.collect.ts";
import { collectionConfirm } from "./collection.confirm.ts";
import { collectionCreate } from "./collection.create.ts";
import { collectionRetry } from "./collection.retry.ts";
import { collectionRun } from "./collection.run.ts";
import { collectionSimulate } from "./collection.simulate.ts";
import { collectionSteps } from "./collection_due.ts";
import { collectionExamples } from "./collection_examples.ts";
import { type CollectionState, collect, createCollectionState } from "./collection_facts.ts";
import { collectionList, collectionRetrieve, collections } from "./collection_noun.ts";
import { collectionWords } from "./collection_words.ts";
import { debitExamples } from "./debit_examples.ts";

export const collectionFeature = {
  tag: {
    name: "Collections",
    description:
      "Money that is taken from customers' accounts under their consents, by hand or by schedules.",
  },
  words: collectionWords,
  operations: [
    collectionCreate,
    collectionCollect,
    collectionConfirm,
    collectionRetry,
    collectionCancel,
    collectionRun,
    collectionSimulate,
    collectionList,
    collectionRetrieve,
    collectionAttemptList,
  ],
  examples: [...debitExamples, ...collectionExamples],
  ...collections.manifest,
  facts: { ...collections.manifest.facts, "collection.collected.1": collect },
  createState: createCollectionState,
  tables: (state) => [state.collections, state.boundTransfers],
  due: [collectionSteps],
} satisfies Feature<CollectionState>;
