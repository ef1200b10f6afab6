/** What the simulator makes of a collection, as a test says. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { attemptContext } from "../provider_request/provider_request_changes.ts";
import {
  keyOfRequest,
  type ProviderRequestDocument,
} from "../provider_request/provider_request_document.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { PROVIDER_OUTCOMES, SIMULATOR } from "../provider_request/providers.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { type Decided, refuseOutcome } from "../sandbox/refuse_outcome.ts";
import type { CollectionDocument } from "./collection_document.ts";
import { type CollectionEnd, endFacts } from "./collection_ends.ts";
import type { CollectingState } from "./collection_facts.ts";
import { requestIdOf } from "./collection_request.ts";
import { simulatedFailure } from "./collection_simulation.ts";

type Outcome = (typeof PROVIDER_OUTCOMES)["collection"][number];

export function decidedCollection(
  state: CollectingState & ProviderRequestState,
  collectionId: string,
  outcome: string,
  context: DecisionContext,
): Decided {
  const collection = state.collections.byId(context.realm, collectionId);
  if (collection === undefined) return unknownCollection(collectionId);
  const status = PROVIDER_OUTCOMES.collection.find((name) => name === outcome);
  if (status === undefined) return refuseOutcome("collection", outcome);
  const request = requestOf(state, collection);
  const isProcessing = collection.status === "processing" && request?.status === "accepted";
  const isBack = status === "returned" && isOfBank(collection);
  if (request === undefined || !(isProcessing || isBack)) {
    return conflict(collection, request, status);
  }
  const clockMs = productClockMs(state, context);
  const end = endOf(collection, status);
  const facts = endFacts(state, collection, end, attemptContext(context, clockMs));
  return { refused: false, facts, provider: SIMULATOR, status };
}

/** The request of the last attempt; undefined of a collection that no bank was asked for. */
function requestOf(
  { providerRequests }: ProviderRequestState,
  { realm, rail, attempts }: CollectionDocument,
): ProviderRequestDocument | undefined {
  const last = attempts.at(-1);
  if (rail === undefined || last === undefined) return undefined;
  return providerRequests.get(realm, keyOfRequest(requestIdOf(last)));
}

function endOf({ rail }: CollectionDocument, status: Outcome): CollectionEnd {
  return status === "collected" ? { status } : { status, failure: simulatedFailure(rail, status) };
}

/** Whether a bank has collected it. What a transfer of the Product has settled no bank takes back. */
function isOfBank({ status, creditedAccountId }: CollectionDocument): boolean {
  return status === "collected" && creditedAccountId !== undefined;
}

function conflict(
  collection: CollectionDocument,
  request: ProviderRequestDocument | undefined,
  wanted: Outcome,
): Refusal<"state_conflict"> {
  const { collectionId, status } = collection;
  const expected = wanted === "returned" ? "processing or collected" : "processing";
  const isAccepted = request?.status === "accepted";
  const said = standing(collection, { isAccepted, expected });
  return refuse("state_conflict", `collection ${collectionId} is ${said}`, {
    ...{ status, expected, actual: status },
  });
}

function standing(
  collection: CollectionDocument,
  { isAccepted, expected }: { isAccepted: boolean; expected: string },
): string {
  const { status, rail, transferId } = collection;
  if (status === "processing" && !isAccepted) {
    return "processing, and its provider has not accepted it";
  }
  if (rail === undefined && status !== "processing") return "one that no bank carries out";
  if (status === "collected" && !isOfBank(collection)) {
    return `settled by transfer ${transferId}, and no bank has collected it`;
  }
  return `${status}, not ${expected}`;
}

/** Told as an unknown resource, as those of all other types. */
function unknownCollection(collectionId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuchHere("coll", collectionId), {
    resourceType: "collection",
    collectionId,
    issues: [
      {
        code: "not_found",
        message: "resource.id names no collection",
        path: ["resource", "id"],
      },
    ],
  });
}
