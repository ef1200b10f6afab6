/** The facts about collections: each has the whole collection as it is afterwards. */
import type { Apply } from "../../contract/operation.ts";
import { putDocument } from "../../contract/resource_facts.ts";
import type { CollectionDocument, CollectionStatus } from "./collection_document.ts";
import type { CollectionState } from "./collection_state.ts";

export type CollectionFact = {
  kind: `collection.${CollectionStatus}.1`;
  collection: Omit<CollectionDocument, "realm">;
  /** The fields in answers that the attempt has changed, as they were; absent of a first attempt. */
  previous?: object;
};

const put = putDocument<CollectionState, CollectionDocument>(
  ({ collections }) => collections,
  (fact) => {
    const { collection } = fact as CollectionFact;
    return { id: collection.collectionId, document: collection };
  },
);

export const collectionFacts: Record<CollectionFact["kind"], Apply<CollectionState>> = {
  "collection.collected.1": put,
  "collection.failed.1": put,
};
