/** How the creation and the cancellation of a payout ended, which wait for a provider. */
import { invariant } from "../../base/invariant.ts";
import type { Ending } from "../../contract/declare/ending.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import {
  afterAnswer,
  endingOfRequest,
  endingOfThing,
  type ProviderEnding,
  providerRequestsOf,
  type ReadableRequests,
  requestMadeBy,
  timeOfAnswer,
} from "../provider_request/provider_request_ending.ts";
import { inStatus } from "./payout_changes.ts";
import type { PayoutDocument } from "./payout_document.ts";
import { payoutResource, payouts } from "./payout_noun.ts";

/** The payouts, in the memory of the shard or in a snapshot. */
type ReadablePayouts = {
  payouts: { byId(realm: number, payoutId: string): PayoutDocument | undefined };
};

/** Requests and payouts as a snapshot shows them. */
export function payoutsAndRequestsOf(snapshot: Snapshot): ReadablePayouts & ReadableRequests {
  return {
    ...providerRequestsOf(snapshot),
    payouts: { byId: (realm, payoutId) => payouts.find(snapshot, realm, payoutId)?.document },
  };
}

/**
 * The ending of `payout.create`. A payout over the book is over with its record; of another the answer is the payout as it was right after
 * its provider had accepted it, whatever has happened since: until then no answer has shown a change of it.
 */
export function endingOfCreation(
  record: StoredRecord,
  names: RealmNames,
  state: ReadableRequests,
): ProviderEnding | undefined {
  return endingOfThing(record, state, {
    lastIn: payouts.lastIn,
    shown: (payout) => JSON.stringify(payoutResource(payout, names)),
    accepted(made, request) {
      const created = { realm: record.realm, ...made };
      return afterAnswer(inStatus(created, "processing", timeOfAnswer(request)), request);
    },
  });
}

/**
 * The ending of `payout.cancel`. Where the bank is asked by a file the answer is the payout as it was when that was asked: what the bank says is told later.
 * Otherwise nothing changes a payout any more that was cancelled. It has succeeded as well where the
 * provider tells of the payout that it is cancelled before it answers: that is what was asked for.
 */
export function endingOfCancellation(
  record: StoredRecord,
  names: RealmNames,
  state: ReadableRequests & ReadablePayouts,
): Ending<"state_conflict" | "provider_egress_failed"> | undefined {
  const request = requestMadeBy(record);
  invariant(request !== undefined, "the record of a cancellation has a request");
  const { subject } = request;
  const payout = state.payouts.byId(record.realm, subject.id);
  invariant(payout !== undefined, "a cancellation is of a payout");
  const body = JSON.stringify(payoutResource(payout, names));
  const ending = endingOfRequest(record, state, ({ file }) =>
    file === undefined ? body : JSON.stringify(payoutResource(askedOf(record), names)),
  );
  const isOver = ending?.kind === "refused" && ending.refusal.code === "state_constraint_failed";
  if (isOver && payout.status === "cancelled") {
    return { kind: "succeeded", atMs: ending.atMs, body };
  }
  if (ending?.kind !== "refused") return ending as Ending<"provider_egress_failed"> | undefined;
  const message = `payout ${subject.id} cannot be cancelled any more: ${ending.refusal.message}`;
  const details = { expected: "cancelable", actual: "taken" };
  return { ...ending, refusal: refuse("state_conflict", message, details) };
}

/** The payout in the record that asks for its cancellation. */
function askedOf({ facts }: StoredRecord) {
  const asked = payouts.lastIn(facts);
  invariant(asked !== undefined, "the record of a cancellation has its payout");
  return asked;
}
