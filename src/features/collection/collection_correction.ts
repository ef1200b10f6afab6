/**
 * A collection of which the bank has done something else than was heard of it first: what the operator books, once it has asked the bank. The
 * same for payouts is `payout_correction.ts`.
 */
import { invariant } from "../../base/invariant.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { usedAfterAllFact } from "../consent/consent_used.ts";
import { roleCodeOf } from "../ledger/roles.ts";
import { NOT_TAKEN, notCorrectable } from "../provider_request/bank_correction.ts";
import type { AttemptContext } from "../provider_request/provider_request_changes.ts";
import { keyOfRequest } from "../provider_request/provider_request_document.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { consentOf } from "./collection_authority.ts";
import { withoutFailure } from "./collection_change.ts";
import type {
  AttemptOutcome,
  CollectionAttempt,
  CollectionDocument,
  CollectionStatus,
} from "./collection_document.ts";
import { endFacts } from "./collection_ends.ts";
import type { CollectingState } from "./collection_facts.ts";
import { requestIdOf } from "./collection_request.ts";
import {
  hasSecondSum,
  type SecondAttempt,
  secondReturnFacts,
  secondSumFacts,
} from "./second_sum.ts";

/** What the bank has done after all. `failed`: it never took the money. `returned`: it has the money no longer. */
export const CORRECTED_ENDS = ["collected", "failed", "returned"] as const;
export type CorrectedEnd = (typeof CORRECTED_ENDS)[number];

/** The statuses after which a bank can turn out to have done so. */
const AFTER: Record<CorrectedEnd, readonly CollectionStatus[]> = {
  collected: ["failed", "scheduled", "cancelled", "returned"],
  failed: ["collected"],
  returned: ["collected"],
};

const OBJECT_CODE = roleCodeOf("object_balance");

type State = CollectingState & ProviderRequestState;

/**
 * The facts of the correction, in one record; `state_conflict` where the collection, or the attempt, is in no status that could be wrong so.
 * `providerRequestId`: of the attempt that is meant; absent: the last by which a bank was asked.
 */
export function correctionFacts(
  state: State,
  collection: CollectionDocument,
  { outcome, providerRequestId }: { outcome: CorrectedEnd; providerRequestId?: string | undefined },
  context: AttemptContext,
): readonly Fact[] | Refusal<"state_conflict"> {
  const isNamed = providerRequestId !== undefined;
  const named = isNamed
    ? askedBy(state, collection, providerRequestId)
    : lastAsked(state, collection);
  if (isNamed && named !== undefined && isApart(collection, named.attempt)) {
    return ofSecondSum(state, collection, named, outcome, context);
  }
  if (named === undefined || !canBe(collection, named, outcome)) {
    return notCorrectable(`collection ${collection.collectionId}`, {
      status: collection.status,
      standing: standingOf(collection, named?.attempt, providerRequestId),
      from: AFTER[outcome],
      outcome,
    });
  }
  if (outcome === "collected") return collectedFacts(state, collection, named, context);
  const failure = { code: NOT_TAKEN.code, message: NOT_TAKEN.reason };
  return endFacts(state, collection, { status: "returned", failure, said: outcome }, context);
}

/**
 * Whether what is said of the attempt is of a second sum: it has one, or it has failed and the money of the collection is that of a transfer or of
 * another attempt, or is to be that of one which is under way.
 */
function isApart({ status, attempts }: CollectionDocument, attempt: CollectionAttempt): boolean {
  if (hasSecondSum(attempt)) return true;
  if (attempt.outcome !== "failed") return false;
  if (status === "returned") return attempt !== attempts.findLast(hasHadTheMoney);
  return status === "collected" || status === "processing";
}

/** The attempt that the money of the collection came by, which may have turned out to have failed. */
function hasHadTheMoney(attempt: CollectionAttempt): boolean {
  const { outcome, code } = attempt;
  const isOfBank = outcome === "collected" || outcome === "returned" || code === NOT_TAKEN.code;
  return isOfBank && !hasSecondSum(attempt);
}

function ofSecondSum(
  state: State,
  collection: CollectionDocument,
  named: SecondAttempt,
  outcome: CorrectedEnd,
  context: AttemptContext,
): readonly Fact[] | Refusal<"state_conflict"> {
  const { attempt } = named;
  const isCollected = attempt.outcome === "collected";
  if (isCollected === (outcome === "collected")) {
    const what = `the attempt ${requestIdOf(attempt)} of collection ${collection.collectionId}`;
    const from = isCollected ? ["failed", "returned"] : ["collected"];
    return notCorrectable(what, { status: attempt.outcome, from, outcome });
  }
  if (!isCollected) return secondSumFacts(state, collection, named, context);
  const said = { outcome: outcome as AttemptOutcome, code: NOT_TAKEN.code };
  return secondReturnFacts(state, collection, named, said, context);
}

function canBe(
  { status, creditedAccountId }: CollectionDocument,
  { attempt: { outcome: said } }: SecondAttempt,
  outcome: CorrectedEnd,
): boolean {
  if (!AFTER[outcome].includes(status)) return false;
  // What a transfer of the Product has settled no bank has.
  return outcome === "collected" ? said !== "collected" : creditedAccountId !== undefined;
}

/** The last attempt that has asked a bank, without second sums; those after it were refused by the platform. */
function lastAsked(state: ProviderRequestState, collection: CollectionDocument) {
  const asked = collection.attempts.flatMap((one) =>
    hasSecondSum(one) ? [] : (askedBy(state, collection, requestIdOf(one)) ?? []),
  );
  return asked.at(-1);
}

/** The attempt that has made the request. */
function askedBy(
  { providerRequests }: ProviderRequestState,
  { realm, attempts }: CollectionDocument,
  providerRequestId: string,
): SecondAttempt | undefined {
  const attempt = attempts.findLast((one) => requestIdOf(one) === providerRequestId);
  const request = providerRequests.get(realm, keyOfRequest(providerRequestId));
  if (attempt === undefined || request === undefined) return undefined;
  return { attempt, provider: request.provider };
}

function standingOf(
  { status, transferId, creditedAccountId }: CollectionDocument,
  attempt: CollectionAttempt | undefined,
  providerRequestId: string | undefined,
): string {
  if (attempt === undefined && providerRequestId !== undefined) {
    return `${status}, and none of its attempts has asked a bank by ${providerRequestId}`;
  }
  if (attempt === undefined) return `${status}, and no bank was asked for it`;
  const isSettled = status === "collected" && creditedAccountId === undefined;
  return isSettled ? `settled by transfer ${transferId}` : status;
}

/**
 * The bank has the money after all: it is credited to the account that the collection names, and of one that was taken back to the account that
 * has given it back. An account of an object gets nothing: its money is that of its actions, which were told that nothing came.
 */
function collectedFacts(
  state: State,
  before: CollectionDocument,
  { attempt, provider }: SecondAttempt,
  context: AttemptContext,
): readonly Fact[] {
  const { destinationAccountId, returnedFromAccountId, scheduleId, objectId } = before;
  const { cancellationReason: _given, returnTransferId, ...rest } = withoutFailure(before);
  const { returnedFromAccountId: _from, ...kept } = rest;
  const isAgain = before.status === "returned";
  const isUntold = objectId !== undefined && (scheduleId === undefined || isAgain);
  const asked: CollectionDocument = {
    ...kept,
    ...{ provider, status: "processing" },
    attempts: before.attempts.map((one) => (one === attempt ? askedAgain(one) : one)),
    // The next attempt of a row takes what is there; an action, and a row that has ended, is told nothing more.
    ...(isUntold && { isApart: isUntold }),
  };
  const meant = isAgain ? returnedFromAccountId : destinationAccountId;
  const use = isAgain ? undefined : useOf(state, before, attempt, context);
  const found = meantOf(state, before, meant);
  const takenBack = isAgain ? returnTransferId : undefined;
  const afterAll = { asked, meant: found, takenBack, use };
  return endFacts(state, before, { status: "collected" }, context, afterAll);
}

function askedAgain({ code: _, ...attempt }: CollectionAttempt): CollectionAttempt {
  return { ...attempt, outcome: "processing" };
}

function meantOf(
  { accounts }: State,
  { realm }: CollectionDocument,
  accountId: string | undefined,
): number | undefined {
  invariant(accountId !== undefined, "a bank is asked for an account");
  const ordinal = accounts.ordinalOf(realm, accountId);
  return accounts.roleCode(ordinal) === OBJECT_CODE ? undefined : ordinal;
}

/** The failure has given the use of the consent back. */
function useOf(
  state: State,
  before: CollectionDocument,
  { atMs }: CollectionAttempt,
  { nowMs, actor }: AttemptContext,
): Fact {
  const used = { amount: BigInt(before.amountMinor), askedAtMs: atMs };
  return usedAfterAllFact(consentOf(state, before), used, { nowMs, changedBy: actorText(actor) });
}
