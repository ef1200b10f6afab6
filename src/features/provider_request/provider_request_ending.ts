/**
 * How a write ended that had asked a provider: while the request waits, so does the caller; an answer is
 * final; without one the outcome is unknown, and the same request asks again.
 */
import { invariant } from "../../base/invariant.ts";
import type { Ending } from "../../contract/declare/ending.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
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
