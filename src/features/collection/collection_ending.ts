/** How `collection.collect` ended: with its record, or, where it has asked a bank, with what the bank says to that. */
import { invariant } from "../../base/invariant.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import {
  endingOfRequest,
  type ProviderEnding,
  type ReadableRequests,
  requestMadeBy,
} from "../provider_request/provider_request_ending.ts";
import { collectionResource, collections } from "./collection_noun.ts";

/** The answer is the collection as its record has it, whatever the bank says later: `collected`, or `processing`. */
export function endingOfCollect(
  record: StoredRecord,
  names: RealmNames,
  state: ReadableRequests,
): ProviderEnding | undefined {
  const collection = record.facts.map(collections.of).findLast((one) => one !== undefined);
  invariant(collection !== undefined, "the record of an attempt has its collection");
  const body = JSON.stringify(collectionResource(collection, names));
  if (requestMadeBy(record) === undefined) {
    return { kind: "succeeded", atMs: record.timeMs, body };
  }
  return endingOfRequest(record, state, () => body);
}
