/**
 * How the creation of a beneficiary ended. Where a bank was asked the answer is the beneficiary right after it had answered, whatever
 * has become of it since; otherwise the creation is over with its record.
 */
import { invariant } from "../../base/invariant.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { ProviderRequestDocument } from "../provider_request/provider_request_document.ts";
import {
  BY_PROVIDER,
  endingOfRequest,
  type ProviderEnding,
  providerRequestsOf,
  type ReadableRequests,
  requestMadeBy,
} from "../provider_request/provider_request_ending.ts";
import type { BeneficiaryDocument } from "./beneficiary_document.ts";
import { beneficiaries, beneficiaryResource, seenBeneficiary } from "./beneficiary_noun.ts";

/** The beneficiaries, in the memory of the shard or in a snapshot. */
type ReadableBeneficiaries = {
  beneficiaries: { byId(realm: number, beneficiaryId: string): BeneficiaryDocument | undefined };
};

/** Beneficiaries and requests as a snapshot shows them. */
export function beneficiariesAndRequestsOf(
  snapshot: Snapshot,
): ReadableBeneficiaries & ReadableRequests {
  return {
    ...providerRequestsOf(snapshot),
    beneficiaries: { byId: (realm, id) => seenBeneficiary(snapshot, realm, id)?.document },
  };
}

export function endingOfBeneficiary(
  record: StoredRecord,
  names: RealmNames,
  state: ReadableBeneficiaries & ReadableRequests,
): ProviderEnding | undefined {
  const made = record.facts.map(beneficiaries.of).find((found) => found !== undefined);
  invariant(made !== undefined, "the record of a creation has its beneficiary");
  if (requestMadeBy(record) === undefined) {
    return { kind: "succeeded", atMs: record.timeMs, body: shown(made, names) };
  }
  return endingOfRequest(record, state, (request) => {
    const now = state.beneficiaries.byId(record.realm, made.beneficiaryId);
    invariant(now !== undefined, "a beneficiary that was made is there");
    // The answer said only that the check has begun: what it showed was the beneficiary as it was made.
    if (now.answered === undefined) return shown(made, names);
    return shown(answered(made, now, request), names);
  });
}

/** The beneficiary after the one change that the answer of the bank made. */
function answered(
  made: Omit<BeneficiaryDocument, "realm">,
  { verification }: BeneficiaryDocument,
  { answeredAtMs }: ProviderRequestDocument,
): Omit<BeneficiaryDocument, "realm"> {
  invariant(answeredAtMs !== undefined, "a request that was accepted has the time of its answer");
  const { acceptedAtMs: _later, acceptedBy: _who, ...told } = verification;
  return {
    ...made,
    ...{ status: "active", verification: told },
    ...{ revision: made.revision + 1, updatedAtMs: answeredAtMs, changedBy: BY_PROVIDER },
  };
}

function shown(beneficiary: Omit<BeneficiaryDocument, "realm">, names: RealmNames): string {
  return JSON.stringify(beneficiaryResource(beneficiary, names));
}
