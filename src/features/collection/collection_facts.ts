/** The facts about collections: each has the whole collection as it is afterwards. */

import { suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Apply } from "../../contract/operation.ts";
import { putDocument } from "../../contract/resource_facts.ts";
import type { CollectionDocument, CollectionStatus } from "./collection_document.ts";
import type { CollectionState } from "./collection_state.ts";

export type CollectionFact = {
  kind: `collection.${CollectionStatus}.1`;
  collection: Omit<CollectionDocument, "realm">;
  /** The fields in answers that the change has changed, as they were; absent of a new collection. */
  previous?: object;
  /** True: the collection's transfer was made apart from it, and now settles this collection alone. */
  bindsTransfer?: true;
};

const put = putDocument<CollectionState, CollectionDocument>(
  ({ collections }) => collections,
  (fact) => {
    const { collection } = fact as CollectionFact;
    return { id: collection.collectionId, document: collection };
  },
);

const collect: Apply<CollectionState> = (state, fact, head) => {
  put(state, fact, head);
  const { collection, bindsTransfer } = fact as CollectionFact;
  if (bindsTransfer !== true) return;
  const suffix = suffixOf("tr", collection.transferId ?? "");
  invariant(suffix !== undefined, "a confirmation names a transfer");
  const { collectionId } = collection;
  state.boundTransfers.set(suffix, { realm: head.realm, collectionId });
};

export const collectionFacts: Record<CollectionFact["kind"], Apply<CollectionState>> = {
  "collection.scheduled.1": put,
  "collection.collected.1": collect,
  "collection.failed.1": put,
  "collection.cancelled.1": put,
};
