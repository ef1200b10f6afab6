/** What a run must have met of programs: operations with their refusals, reads, and what time does. */

const PARTIES = [
  "customer_not_found",
  "customer_status_forbidden",
  "customer_access_required",
  "customer_access_status_forbidden",
];

const CONSENT = ["consent_revoked", "consent_expired", "consent_not_active"];
const COLLECTION = ["collection_not_found", "collection_status_forbidden"];

export const PROGRAM_REFUSALS: Readonly<Record<string, readonly string[]>> = {
  "object.create": [
    ...PARTIES,
    "resource_not_found",
    "port_actor_not_allowed",
    "noun_subject_not_found",
    "noun_subject_kind_forbidden",
    "noun_reference_required",
    "noun_reference_not_found",
    "noun_reference_status_forbidden",
    "noun_reference_already_claimed",
    "consent_not_found",
    "noun_partition_mismatch",
    "noun_aggregate_cap_exceeded",
  ],
  "object.action.call": [
    "resource_not_found",
    "noun_instance_not_found",
    "invalid_noun_transition",
    "state_conflict",
    "state_constraint_failed",
    "port_actor_not_allowed",
    "customer_status_forbidden",
    "customer_access_required",
    "customer_access_status_forbidden",
    "noun_decision_declined",
    "noun_remainder_exceeded",
    "noun_account_not_drained",
    "insufficient_balance",
  ],
  "decision.resolve": [
    "resource_not_found",
    "noun_decision_declined",
    "noun_decision_timeout",
    "state_conflict",
  ],
  "consent.create": [
    ...PARTIES,
    "resource_not_found",
    "account_not_found",
    "currency_mismatch",
    "state_conflict",
    "state_constraint_failed",
  ],
  "consent.confirm": ["consent_not_found", "consent_revoked", "consent_expired", "state_conflict"],
  "consent.reject": ["consent_not_found", "state_conflict"],
  "consent.revoke": ["consent_not_found", "consent_not_active", "state_conflict"],
  "collection.create": [
    ...PARTIES,
    ...CONSENT,
    "resource_not_found",
    "consent_not_found",
    "account_not_found",
    "state_constraint_failed",
    "currency_mismatch",
  ],
  "collection.collect": [
    ...COLLECTION,
    "consent_revoked",
    "consent_not_active",
    "collection_authorization_unverified",
    "customer_access_required",
    "insufficient_balance",
  ],
  "collection.confirm": [...COLLECTION, "transfer_not_found", "collection_transfer_mismatch"],
  "collection.retry": [...COLLECTION, "consent_revoked", "consent_not_active"],
  "collection.cancel": COLLECTION,
};

export const PROGRAM_READS = [
  "object.retrieve",
  "object.list",
  "object.history.list",
  "object.decision.list",
  "object.schedule.list",
  "decision.list",
  "decision.retrieve",
  "product.schedule.list",
  "product.limit.list",
  "consent.list",
  "consent.retrieve",
  "collection.list",
  "collection.retrieve",
  "collection.attempt.list",
];

/** What the clock does with objects, decisions and consents. */
export const PROGRAM_TIME = [
  "object.schedule.run accepted",
  "object.schedule.run insufficient_balance",
  "object.decision.run accepted",
  "decision.expire accepted",
  "consent.expire accepted",
  "collection.run accepted",
  "collection.run insufficient_balance",
  "money collected",
  "crash while rows were due",
  "object.migration.run accepted",
  "migration of several steps",
  "object migrated",
  "object that stays: state_constraint_failed",
  "action answered when its rows had run",
];

/** What a long run alone must have met. */
export const PROGRAM_RARE = [
  "object.schedule.run consent_revoked",
  "object.schedule.run customer_status_forbidden",
  "collection.run consent_revoked",
  "collection.run consent_expired",
  "collection.run consent_not_active",
  "collection.run account_frozen",
  "collection.run customer_status_forbidden",
  "orderly stop while rows were due",
  "object that stays: noun_aggregate_cap_exceeded",
  "row skipped after a migration",
  "crash between two steps of a migration",
];
