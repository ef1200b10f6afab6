/** What a run must have met of what banks do. */

const OF_BENEFICIARY = ["resource_not_found", "beneficiary_id_reserved", "state_conflict"];

/** Every simulated operation, with the refusals of its own that a run must meet. */
export const BANK_REFUSALS: Readonly<Record<string, readonly string[]>> = {
  "beneficiary.create": [
    ...OF_BENEFICIARY,
    "customer_not_found",
    "account_not_found",
    "account_role_owner_mismatch",
    "kyc_country_unsupported",
  ],
  "beneficiary.update": OF_BENEFICIARY,
  "beneficiary.archive": OF_BENEFICIARY,
  "payout.create": [
    "account_not_found",
    "payout_beneficiary_reserved",
    "resource_not_found",
    "customer_status_forbidden",
    "currency_mismatch",
    "source_account_status_forbidden",
    "destination_account_status_forbidden",
    "ledger_transfer_rejected",
    "state_conflict",
    "exposure_cap_exceeded",
    "insufficient_balance",
  ],
  "payout.batch.create": [
    "account_not_found",
    "resource_not_found",
    "customer_status_forbidden",
    "currency_mismatch",
    "ledger_transfer_rejected",
    "exposure_cap_exceeded",
    "insufficient_balance",
  ],
  "payout.cancel": ["resource_not_found", "state_conflict"],
};

export const BANK_READS = ["beneficiary.retrieve", "payout.retrieve"];

/** What becomes of money that a bank moves. */
export const BANK_ENDS = [
  "payout posted",
  "payout failed",
  "payout cancelled",
  "payout returned",
  "payout returned before it was told to be posted",
  "payout returned to suspense",
  "payout over the book",
  "payout.simulate by time",
  "limit of payouts set",
];
