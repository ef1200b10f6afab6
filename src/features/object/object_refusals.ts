/** The codes that calls of programs are refused with, and refusals that several operations give. */
import { didYouMean } from "../../base/nearest.ts";
import type { Acceptance } from "../../contract/operation.ts";
import { type Refusal, refuse } from "../../contract/refusal.ts";
import type { CompiledProgram } from "../../programs/run/compiled_program.ts";

/** Codes of what a program says against a call, in the order of the steps of a call. */
export const NOUN_REFUSALS = [
  "noun_retired",
  "port_actor_not_allowed",
  "noun_subject_not_found",
  "customer_not_found",
  "customer_status_forbidden",
  "customer_access_required",
  "customer_access_compliance_forbidden",
  "customer_access_status_forbidden",
  "entity_status_forbidden",
  "noun_subject_kind_forbidden",
  "kyc_tier_insufficient",
  "invalid_noun_transition",
  "noun_decision_declined",
  "noun_decision_timeout",
  "invalid_request",
  "noun_reference_required",
  "noun_reference_not_found",
  "noun_reference_status_forbidden",
  "noun_reference_incongruent",
  "noun_reference_already_claimed",
  "consent_not_found",
  "state_constraint_failed",
  "noun_partition_mismatch",
  "noun_remainder_exceeded",
  "noun_aggregate_currency_mismatch",
  "noun_aggregate_cap_exceeded",
  "aggregate_condition_unmet",
  "exposure_cap_exceeded",
  "noun_account_not_drained",
] as const;

/** Codes of what the ledger says against the moves of an action. */
export const MOVE_REFUSALS = [
  "account_not_found",
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

/** A code that the engine of programs or the ledger refuses a call with. */
export type NounCode =
  | (typeof NOUN_REFUSALS)[number]
  | (typeof MOVE_REFUSALS)[number]
  | "state_conflict"
  | "ledger_unavailable";

/**
 * The same answer. The engine refuses with any code as far as its types say; which codes these are, its README says and the
 * tests of the operations hold.
 */
export function nounRefusal<A extends Acceptance>(answer: A | Refusal): A | Refusal<NounCode> {
  return answer as A | Refusal<NounCode>;
}
