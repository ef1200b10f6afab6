/** How `collection.collect` ended: with its record, or, where it has asked a bank, with what the bank says to that. */
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import {
  endingOfThing,
  type ProviderEnding,
  type ReadableRequests,
} from "../provider_request/provider_request_ending.ts";
import { collectionResource, collections } from "./collection_noun.ts";

/** The answer is the collection as its record has it, whatever the bank says later: `collected`, or `processing`. */
export function endingOfCollect(
  record: StoredRecord,
  names: RealmNames,
  state: ReadableRequests,
): ProviderEnding | undefined {
  return endingOfThing(record, state, {
    lastIn: collections.lastIn,
    shown: (collection) => JSON.stringify(collectionResource(collection, names)),
    accepted: (collection) => collection,
  });
}
