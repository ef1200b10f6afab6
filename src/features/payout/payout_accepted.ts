/**
 * A payout that the simulator of a sandbox accepts. The simulator is a part of the shard, and what it says of a new payout
 * follows from the amount. So its answer stands in the record that makes the payout, in one fact with two events, and no request
 * waits for it (decision 0148). Where a test has asked for another answer, the simulator is asked by a request, as a bank is.
 */
import type { EventsOf } from "../../contract/declare/event.ts";
import { armedFault } from "../provider_request/provider_fault.ts";
import { BY_PROVIDER } from "../provider_request/provider_request_ending.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import { SIMULATOR } from "../provider_request/providers.ts";
import { answerToAmount } from "../provider_request/simulated_amounts.ts";
import type { NewPayout } from "./payout_document.ts";
import { payouts } from "./payout_noun.ts";
import { firstStepMs } from "./payout_simulation.ts";

/** Whether the provider answers in the record of a payout: it is the simulator, and no fault is armed that the payout would meet. */
export function answersAtOnce(
  state: Pick<ProviderRequestState, "providerFaults">,
  realm: number,
  provider: string,
): boolean {
  return provider === SIMULATOR && armedFault(state, realm, provider) === undefined;
}

/**
 * Makes the new payout one that the simulator has accepted; false where its amount asks for another answer. Nobody else has the
 * payout yet, so it is changed in place: a copy costs more than all else here. `clockMs`: the Product's clock.
 */
export function acceptAtOnce(
  payout: NewPayout,
  { nowMs, clockMs }: { nowMs: number; clockMs: number },
): boolean {
  if (answerToAmount(payout.amountMinor, 0) !== undefined) return false;
  payout.status = "processing";
  payout.attempts = 1;
  payout.reachedAtMs = { created: payout.createdAtMs, processing: nowMs };
  payout.revision++;
  payout.changedBy = BY_PROVIDER;
  const simulatedAtMs = firstStepMs(payout, clockMs);
  if (simulatedAtMs !== undefined) payout.simulatedAtMs = simulatedAtMs;
  return true;
}

const { eventsOf } = payouts.manifest;
const EVENTS = ["payout.created.1", "payout.processing.1"].flatMap(
  (kind) => eventsOf[kind]?.({ kind }) ?? [],
);

/** The events of the fact: the payout was made, and it was accepted. Both show it as it then is. */
export const acceptedEvents: EventsOf = () => EVENTS;
