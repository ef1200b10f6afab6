/** What the bank of a collection changes in it: by its answer to an attempt, and by what it tells later. */
import { invariant } from "../../base/invariant.ts";
import type { ProviderProgress } from "../../contract/messages/provider_protocol.ts";
import type { Fact } from "../../contract/records/record.ts";
import { isErased } from "../beneficiary/beneficiary_erasure.ts";
import { refusedWords } from "../provider_request/erased_numbers.ts";
import type {
  AttemptContext,
  ProgressOfSubject,
  ProviderSubject,
} from "../provider_request/provider_request_changes.ts";
import type { ProviderRequestDocument } from "../provider_request/provider_request_document.ts";
import { SIMULATOR } from "../provider_request/providers.ts";
import type { CollectionAttempt, CollectionDocument } from "./collection_document.ts";
import { ENDED_EVENTS, endFacts, failureOf } from "./collection_ends.ts";
import type { CollectingState } from "./collection_facts.ts";
import { collections } from "./collection_noun.ts";
import { type CollectionRequest, requestIdOf } from "./collection_request.ts";
import { firstStepMs, simulatedAnswer } from "./collection_simulation.ts";
import { hasSecondSum, secondReturnFacts } from "./second_sum.ts";

export const collectionSubject: ProviderSubject<CollectingState> = {
  events: {
    attempted: ["collection.failed"],
    progressed: ENDED_EVENTS,
    told: ["collection.updated"],
  },
  isErased: (state, { realm, request }) =>
    isErased(state, realm, (request as CollectionRequest).beneficiaryId),
  simulated: simulatedAnswer,
  attempted(state, request, context, told) {
    const before = collectionOf(state, request);
    switch (request.status) {
      case "accepted": {
        if (told !== undefined && told.status !== "processing") {
          return toldFacts(state, before, told, context);
        }
        const simulatedAtMs =
          request.provider === SIMULATOR ? firstStepMs(before, context.clockMs) : undefined;
        return simulatedAtMs === undefined ? [] : [acceptedFact({ ...before, simulatedAtMs })];
      }
      case "refused": {
        const code = request.answer?.providerCode ?? "refused";
        const failure = failureOf(
          before.rail,
          code,
          refusedWords(code, "the bank refused the collection"),
        );
        return endFacts(state, before, { status: "failed", failure }, context);
      }
      default:
        return [];
    }
  },
  progressed: collectionProgress,
};

/** What no answer shows: the collection keeps its revision. */
function acceptedFact({ realm: _, ...after }: CollectionDocument): Fact {
  return collections.fact("accepted", after);
}

/**
 * Judged by the attempt that the request is of: one that failed is over, whatever has become of the collection by later attempts. One that was
 * collected is the last, and can be returned.
 */
function collectionProgress(
  ...[state, request, progress, context]: Parameters<ProgressOfSubject<CollectingState>>
): ReturnType<ProgressOfSubject<CollectingState>> {
  const collection = collectionOf(state, request);
  const { outcome } = attemptOf(collection, request);
  const isOver = outcome !== "processing";
  const { status } = progress;
  const isSame =
    status === "processing" ||
    status === outcome ||
    (status === "collected" && outcome === "returned");
  if (isSame) return { facts: [], verdict: "same", isOver };
  const isReachable = !isOver || (outcome === "collected" && status === "returned");
  if (!isReachable) return { facts: [], verdict: "contradictory", isOver };
  const attempt = attemptOf(collection, request);
  const { provider } = request;
  const facts = hasSecondSum(attempt)
    ? secondReturnFacts(state, collection, { attempt, provider }, saidBy(progress), context)
    : toldFacts(state, collection, progress, context);
  return { facts, verdict: "applied", isOver: true };
}

/** The facts of what the bank says of a collection that it has accepted, beyond that. */
function toldFacts(
  state: CollectingState,
  before: CollectionDocument,
  { status, reason }: ProviderProgress,
  context: AttemptContext,
): readonly Fact[] {
  switch (status) {
    case "collected":
      return endFacts(state, before, { status }, context);
    case "failed":
    case "returned": {
      const code = reason ?? status;
      const otherwise = refusedWords(code, `the bank says: ${status}`);
      const failure = failureOf(before.rail, code, otherwise);
      return endFacts(state, before, { status, failure }, context);
    }
    default:
      return [];
  }
}

/** A second sum that was taken back, in the bank's words. */
function saidBy({ reason }: ProviderProgress) {
  return { outcome: "returned", code: reason ?? "returned" } as const;
}

/** The attempt that has made the request. */
function attemptOf(
  { attempts }: Pick<CollectionDocument, "attempts">,
  { providerRequestId }: ProviderRequestDocument,
): CollectionAttempt {
  const attempt = attempts.findLast((one) => requestIdOf(one) === providerRequestId);
  invariant(attempt !== undefined, "a request about a collection is of one of its attempts");
  return attempt;
}

function collectionOf(
  state: CollectingState,
  { realm, subject }: ProviderRequestDocument,
): CollectionDocument {
  const collection = state.collections.byId(realm, subject.id);
  invariant(collection !== undefined, "a request about a collection names one");
  return collection;
}
