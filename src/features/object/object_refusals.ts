/** The codes that calls of programs are refused with, and refusals that several operations give. */
import { didYouMean } from "../../base/nearest.ts";
import type { ErrorCode } from "../../contract/refusals/error_catalog.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { CompiledProgram } from "../../programs/run/compiled_program.ts";

/** Codes of who takes part: those whom an object is about, who call, or whom a field names. */
const PARTY_REFUSALS = [
  "customer_not_found",
  "customer_status_forbidden",
  "customer_access_required",
  "customer_access_compliance_forbidden",
  "customer_access_status_forbidden",
  "entity_status_forbidden",
  "noun_subject_kind_forbidden",
  "kyc_tier_insufficient",
] as const;

/** Codes of the objects and consents that are referred to, and then of what the program requires. */
const REFERENCE_REFUSALS = [
  "noun_reference_required",
  "noun_reference_not_found",
  "noun_reference_status_forbidden",
  "noun_reference_incongruent",
  "noun_reference_already_claimed",
  "consent_not_found",
  "consent_revoked",
  "consent_expired",
  "consent_not_active",
  "state_constraint_failed",
  "noun_partition_mismatch",
] as const;

/** Codes of what a program says against a creation, in the order of the steps of a call. */
export const CREATION_REFUSALS = [
  "noun_retired",
  "port_actor_not_allowed",
  "noun_subject_not_found",
  ...PARTY_REFUSALS,
  ...REFERENCE_REFUSALS,
  "noun_aggregate_cap_exceeded",
  "exposure_cap_exceeded",
] as const;

/** What the call of an action is refused with. The subject of an object exists, because customers stay. */
export const ACTION_REFUSALS = [
  "noun_retired",
  "state_conflict",
  "invalid_noun_transition",
  "port_actor_not_allowed",
  ...PARTY_REFUSALS,
  "noun_decision_declined",
  "noun_decision_timeout",
  ...REFERENCE_REFUSALS,
  "noun_remainder_exceeded",
  "noun_aggregate_currency_mismatch",
  "noun_aggregate_cap_exceeded",
  "aggregate_condition_unmet",
  "exposure_cap_exceeded",
  "noun_account_not_drained",
] as const;

/**
 * Codes of what is said against the moves of an action: of a collection by a mandate, by the ledger, and of a payout as of one that a
 * caller makes. The other codes of collections are those of consents, and `state_constraint_failed`; the other codes of payouts are among those of the action: `resource_not_found`, `customer_status_forbidden`, `kyc_tier_insufficient`,
 * `state_conflict`, `state_constraint_failed`, `exposure_cap_exceeded`.
 */
export const MOVE_REFUSALS = [
  "collection_authorization_unverified",
  "account_not_found",
  "payout_beneficiary_reserved",
  "currency_mismatch",
  "account_frozen",
  "source_account_status_forbidden",
  "destination_account_status_forbidden",
  "ledger_transfer_rejected",
  "insufficient_balance",
] as const;

/** `resource_not_found` where the Product's program has no such kind, or the Product has no program. */
export function kindNotFound(
  kind: string,
  program: CompiledProgram | undefined,
): Refusal<"resource_not_found"> {
  const kinds = program === undefined ? [] : [...program.nouns.keys()];
  const says =
    program === undefined
      ? "the Product has no Build, so it has no kinds of objects"
      : `the Product has no kind ${kind}${didYouMean(kind, kinds)}`;
  return refuse("resource_not_found", says, { resourceType: "noun", kind });
}

/**
 * The refusal, typed with the codes that the operation declares. The types of the engine allow any code; its README
 * says which codes these are, and
 * the decision tables of the operations hold it.
 */
export function declared<C extends ErrorCode>(refusal: Refusal, _codes: readonly C[]): Refusal<C> {
  return refusal as Refusal<C>;
}
