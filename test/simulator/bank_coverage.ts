/** What a run must have met of what banks do. */

const OF_BENEFICIARY = ["resource_not_found", "beneficiary_id_reserved", "state_conflict"];

const OF_ADDRESS = ["financial_address_not_found", "financial_address_lifecycle_status_forbidden"];

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
  "financial_address.create": [
    "account_not_found",
    "account_role_not_financial_addressable",
    "financial_address_account_status_forbidden",
    "currency_mismatch",
    "state_conflict",
  ],
  "financial_address.disable": OF_ADDRESS,
  "financial_address.enable": [...OF_ADDRESS, "financial_address_account_status_forbidden"],
  "financial_address.retire": OF_ADDRESS,
  "received_credit.assign": [
    "resource_not_found",
    "state_conflict",
    "account_not_found",
    "currency_mismatch",
    "destination_account_status_forbidden",
    "ledger_transfer_rejected",
  ],
  "received_credit.return": [
    "resource_not_found",
    "state_conflict",
    "account_frozen",
    "insufficient_balance",
  ],
  "sandbox.inbound_credit.create": [
    "financial_address_not_found",
    "financial_address_status_forbidden",
    "financial_address_destination_mismatch",
    "currency_mismatch",
    "destination_account_status_forbidden",
    "state_conflict",
    "operation_environment_invalid",
  ],
};

export const BANK_READS = [
  "beneficiary.retrieve",
  "payout.retrieve",
  "financial_address.retrieve",
  "received_credit.retrieve",
];

/** What becomes of money that a bank moves. */
export const BANK_ENDS = [
  "payout posted",
  "payout failed",
  "payout cancelled",
  "payout returned",
  "payout returned before it was told to be posted",
  "payout over the book",
  "payout.simulate by time",
  "limit of payouts set",
  ...["activated", "failed", "disabled", "enabled", "retired"].map(
    (what) => `financial_address.${what}`,
  ),
  ...["created", "contradicted", "assigned", "returning", "returned", "return_failed"].map(
    (what) => `received_credit.${what}`,
  ),
  ...["address_not_active", "currency"].map((reason) => `received credit in suspense: ${reason}`),
];

/** What becomes of collections by mandate. */
export const MANDATE_ENDS = [
  ...["scheduled", "processing", "accepted", "collected", "failed", "returned"].map(
    (what) => `collection by a mandate ${what}`,
  ),
  "collection by a mandate asked for again",
  "collection by a mandate cancelled",
  "collection by a mandate confirmed",
  "collection returned before it was told to be collected",
  "collection returned at a loss",
  "collection.simulate by time",
];

/** The same, where it is met once in some hundred seeds. */
export const BANK_RARE = [
  "payout returned to suspense",
  "received credit in suspense: account_frozen",
  "collection by a mandate into a frozen account",
  "collection in suspense",
];
