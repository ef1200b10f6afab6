/**
 * For tests: the codes of the specification's catalog of errors ("Errors" of platform.md), by the status under which it lists them. Those that
 * it lists without one (`unauthorized`, `tenant_mismatch`, `agent_approval_required`) stand under "none".
 */
const BY_STATUS: Readonly<Record<string, string>> = {
  400: `invalid_request idempotency_required currency_mismatch source_account_status_forbidden
    destination_account_status_forbidden financial_address_account_status_forbidden
    financial_address_status_forbidden account_role_not_financial_addressable account_role_owner_mismatch
    funding_destination_role_forbidden kyc_country_unsupported operation_environment_invalid owner_unsupported
    provider_outcome_unsupported`,
  401: "invalid_credentials key_revoked session_expired session_required session_revoked",
  403: `csrf_token_invalid mfa_verification_required missing_required_permission missing_required_scope
    missing_required_workspace_capability operation_not_allowed product_access_suspended
    product_activation_required kyc_tier_insufficient consent_expired consent_revoked customer_access_required
    customer_access_compliance_forbidden customer_status_forbidden entity_status_forbidden`,
  404: `not_found resource_not_found account_not_found collection_not_found consent_not_found
    customer_access_not_found customer_not_found developer_log_not_found entity_not_found
    external_confirmation_not_found financial_address_not_found noun_instance_not_found
    noun_reference_not_found session_not_found source_operation_not_found`,
  409: `idempotency_conflict state_conflict insufficient_balance account_frozen account_freeze_plane_forbidden
    account_status_forbidden account_close_balance_nonzero account_ledger_mapping_dangling
    account_ledger_unprovisioned beneficiary_id_reserved payout_beneficiary_reserved
    collection_status_forbidden customer_access_lifecycle_status_forbidden customer_access_status_forbidden
    financial_address_lifecycle_status_forbidden noun_reference_status_forbidden noun_subject_not_found
    account_ledger_mapping_conflict aggregate_condition_unmet collection_authorization_unverified
    collection_transfer_mismatch consent_not_active cross_tenant_transfer_forbidden exposure_cap_exceeded
    external_confirmation_conflict external_confirmation_resource_conflict
    financial_address_destination_mismatch invalid_noun_transition ledger_transfer_rejected
    noun_account_not_drained noun_aggregate_cap_exceeded noun_aggregate_currency_mismatch
    noun_decision_declined noun_decision_timeout noun_partition_mismatch noun_reference_already_claimed
    noun_reference_incongruent noun_reference_required noun_remainder_exceeded noun_retired
    noun_subject_kind_forbidden operation_not_finalized port_actor_not_allowed statement_evidence_incomplete`,
  413: "request_body_too_large",
  422: "provider_egress_rejected state_constraint_failed",
  429: "rate_limited",
  500: "internal_error",
  502: "provider_egress_failed",
  503: "ledger_unavailable resource_reader_unavailable",
  none: "unauthorized tenant_mismatch agent_approval_required",
};

export const SPECIFIED_CODES: readonly string[] = Object.values(BY_STATUS).flatMap((codes) =>
  codes.split(/\s+/),
);
