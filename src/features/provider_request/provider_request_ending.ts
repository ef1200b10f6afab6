/**
 * How a write ended that had asked a provider: while the request waits, so does the caller; an answer is
 * final; without one the outcome is unknown, and the same request asks again.
 */
import { invariant } from "../../base/invariant.ts";
import type { Ending } from "../../contract/declare/ending.ts";
import type { Fact, StoredRecord } from "../../contract/records/record.ts";
import { refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { NUMBERS_ERASED, NUMBERS_ERASED_REASON } from "./erased_numbers.ts";
import { keyOfRequest, type ProviderRequestDocument } from "./provider_request_document.ts";
import type { ProviderRequestFact } from "./provider_request_facts.ts";

/** The value of `changedBy` for changes by attempts at a provider. */
export const BY_PROVIDER = "provider:provider";

/** The requests, in the memory of the shard or in a snapshot. */
export type ReadableRequests = {
  providerRequests: { get(realm: number, key: string): ProviderRequestDocument | undefined };
};

/** The requests as a snapshot shows them. */
export function providerRequestsOf(snapshot: Snapshot): ReadableRequests {
  return {
    providerRequests: {
      get(realm, key) {
        const value = snapshot.get(LEDGER_TABLE.providerRequest, realm, key);
        return value === undefined ? undefined : decodeDocument<ProviderRequestDocument>(value);
      },
    },
  };
}

/** The request that a record made; undefined where it made none, as one that was refused. */
export function requestMadeBy({
  facts,
}: StoredRecord): ProviderRequestFact["providerRequest"] | undefined {
  const made = facts.find(({ kind }) => kind === "provider_request.made.1");
  return (made as ProviderRequestFact | undefined)?.providerRequest;
}

/** Input of `provider_request.resume` for the request that a record made. */
export function resumeInputOf(record: StoredRecord): { providerRequestId: string } {
  const made = requestMadeBy(record);
  invariant(made !== undefined, "a record whose ending is unknown made a request");
  return { providerRequestId: made.providerRequestId };
}

/** The codes that a write which asks a provider must declare. */
export type ProviderEnding = Ending<
  "provider_egress_rejected" | "provider_egress_failed" | "state_constraint_failed"
>;

/**
 * The ending of a record that made a request. `bodyOf`: JSON text of the answer, where the provider
 * accepted. Undefined while the request waits.
 */
export function endingOfRequest(
  record: StoredRecord,
  { providerRequests }: ReadableRequests,
  bodyOf: (accepted: ProviderRequestDocument) => string,
): ProviderEnding | undefined {
  const made = requestMadeBy(record);
  if (made === undefined) return undefined;
  const request = providerRequests.get(record.realm, keyOfRequest(made.providerRequestId));
  invariant(request !== undefined, "a request that was made is there");
  const { provider, subject, answer, answeredAtMs = record.timeMs } = request;
  switch (request.status) {
    case "waiting":
      return undefined;
    case "unknown":
      return { kind: "unknown", refusal: egressFailed(request) };
    case "accepted":
      return { kind: "succeeded", atMs: answeredAtMs, body: bodyOf(request) };
    case "refused": {
      const providerCode = answer?.providerCode ?? "refused";
      const message =
        providerCode === NUMBERS_ERASED
          ? `${subject.id} was not sent to the provider ${provider}: ${NUMBERS_ERASED_REASON}`
          : `the provider ${provider} refused ${subject.id}: ${providerCode}`;
      const refusal = refuse("provider_egress_rejected", message, { provider, providerCode });
      return { kind: "refused", atMs: answeredAtMs, refusal };
    }
    case "abandoned": {
      const message = `${subject.id} was over before the provider ${provider} had answered`;
      const refusal = refuseConstraint("subject_over", message);
      return { kind: "refused", atMs: request.abandonedAtMs ?? record.timeMs, refusal };
    }
  }
}

/**
 * The ending of a record that has a thing and may have asked a provider about it: without a request it is over, and the answer is the
 * thing as the record leaves it. `accepted`: the thing as the answer shows it once the provider has accepted the request.
 */
export function endingOfThing<D>(
  record: StoredRecord,
  state: ReadableRequests,
  {
    lastIn,
    shown,
    accepted,
  }: {
    lastIn(facts: readonly Fact[]): D | undefined;
    shown(thing: D): string;
    accepted(thing: D, request: ProviderRequestDocument): D;
  },
): ProviderEnding | undefined {
  const thing = lastIn(record.facts);
  invariant(thing !== undefined, "the record of a request about a thing has the thing");
  if (requestMadeBy(record) === undefined) {
    return { kind: "succeeded", atMs: record.timeMs, body: shown(thing) };
  }
  return endingOfRequest(record, state, (request) => shown(accepted(thing, request)));
}

/** The thing after the one change that the answer of its provider has made, at the time of the answer. */
export function afterAnswer<D extends { revision: number }>(
  thing: D,
  request: ProviderRequestDocument,
) {
  return {
    ...thing,
    revision: thing.revision + 1,
    updatedAtMs: timeOfAnswer(request),
    changedBy: BY_PROVIDER,
  };
}

/** When the provider accepted the request, milliseconds UTC. */
export function timeOfAnswer({ answeredAtMs }: ProviderRequestDocument): number {
  invariant(answeredAtMs !== undefined, "a request that was accepted has the time of its answer");
  return answeredAtMs;
}

function egressFailed({
  provider,
  providerRequestId,
  attempts,
  lastFault,
}: ProviderRequestDocument) {
  const receiptId = `rcpt_${keyOfRequest(providerRequestId)}`;
  const fault = lastFault === undefined ? "" : `: ${lastFault}`;
  const message = `the provider ${provider} has not answered, after ${attempts} attempts${fault}`;
  return refuse("provider_egress_failed", message, { provider, receiptId });
}
