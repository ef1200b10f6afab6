/**
 * How the creation of a beneficiary ended. Where a bank was asked the answer is the beneficiary right after it had answered, whatever
 * has become of it since; otherwise the creation is over with its record.
 */
import { invariant } from "../../base/invariant.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import {
  afterAnswer,
  endingOfThing,
  type ProviderEnding,
  providerRequestsOf,
  type ReadableRequests,
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
  return endingOfThing(record, state, {
    lastIn: beneficiaries.lastIn,
    shown: (beneficiary) => JSON.stringify(beneficiaryResource(beneficiary, names)),
    accepted(made, request) {
      const now = state.beneficiaries.byId(record.realm, made.beneficiaryId);
      invariant(now !== undefined, "a beneficiary that was made is there");
      // The answer said only that the check has begun: what it showed was the beneficiary as it was made.
      if (now.answered === undefined) return made;
      const { acceptedAtMs: _later, acceptedBy: _who, ...verification } = now.verification;
      return afterAnswer({ ...made, status: "active", verification }, request);
    },
  });
}
