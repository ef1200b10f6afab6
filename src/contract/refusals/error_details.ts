/**
 * What `details` of an error has, by code: the one place for the names and the types. `refuse` takes
 * exactly these; `x-errors` and `catalog.error.retrieve` publish them. A published name keeps its
 * meaning for ever; new ones may be added. Every `details` also has `operation` and `docUrl`, which
 * whoever writes the answer adds, and may have what `CommonDetails` names.
 */
import { type Static, type TObject, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import type { ErrorCode } from "./error_catalog.ts";

/** One problem of a request. `path` is the list of field names that leads to it. */
export type Issue = { code: string; message: string; path: (string | number)[] };

const TEXT = Type.String();
const TEXTS = Type.Unsafe<readonly string[]>(Type.Array(Type.String()));
const INTEGER = Type.Integer();
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const ISSUES = Type.Unsafe<readonly Issue[]>(
  Type.Array(
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      path: Type.Array(Type.Union([Type.String(), Type.Integer()])),
    }),
  ),
);
/** What the checks found in a program (`composer.plan`). */
const FINDINGS = Type.Array(
  Type.Object({
    code: Type.String(),
    severity: Type.String(),
    path: Type.String(),
    message: Type.String(),
    hint: Type.String(),
  }),
);
const optional = Type.Optional;

/** A status, a revision, or null where nothing is expected to be there. */
const STATE = Type.Union([Type.String(), Type.Integer(), Type.Null()]);
const RESOURCE = Type.Object({ type: Type.String(), id: Type.String() });

/** The details of each code, those that the refusal always has and those that it may have. */
export const ERROR_DETAILS = {
  invalid_request: { issues: ISSUES, limit: optional(TEXT), max: optional(INTEGER) },
  idempotency_required: { header: TEXT },
  currency_mismatch: {
    expected: TEXT,
    received: TEXT,
    accountId: TEXT,
    transferId: optional(TEXT),
  },
  source_account_status_forbidden: { accountId: TEXT, status: TEXT },
  destination_account_status_forbidden: { accountId: TEXT, status: TEXT },
  financial_address_account_status_forbidden: { accountId: TEXT, status: TEXT },
  financial_address_status_forbidden: { financialAddressId: TEXT, status: TEXT },
  account_role_not_financial_addressable: { role: TEXT, allowedRoles: TEXTS },
  account_role_owner_mismatch: { role: TEXT, ownerType: TEXT, expectedOwnerTypes: TEXTS },
  funding_destination_role_forbidden: { accountId: TEXT, role: TEXT, allowedRoles: TEXTS },
  kyc_country_unsupported: { country: TEXT, supported: TEXTS },
  operation_environment_invalid: { environment: TEXT, allowedEnvironments: TEXTS },
  owner_unsupported: { ownerType: TEXT, supported: TEXTS },
  provider_outcome_unsupported: { provider: TEXT, outcome: TEXT, supported: TEXTS },
  invalid_credentials: { keyEnvironment: optional(TEXT) },
  key_revoked: { revokedAt: TEXT },
  session_expired: { expiredAt: TEXT },
  session_required: { principal: TEXTS, sent: optional(TEXT) },
  session_revoked: { revokedAt: TEXT },
  csrf_token_invalid: { header: TEXT },
  mfa_verification_required: { policy: TEXT },
  missing_required_permission: { permission: TEXT, role: TEXT },
  missing_required_scope: { scope: TEXT },
  missing_required_workspace_capability: { capability: TEXT },
  operation_not_allowed: { reason: TEXT, principal: optional(TEXTS) },
  product_access_suspended: { productId: TEXT, status: TEXT },
  product_activation_required: {
    productId: TEXT,
    capability: TEXT_OR_NULL,
    activationStatus: TEXT,
  },
  kyc_tier_insufficient: { requiredTier: TEXT, attainedTier: TEXT, entityId: TEXT },
  consent_expired: { consentId: TEXT, expiredAt: TEXT },
  consent_revoked: { consentId: TEXT, revokedAt: TEXT },
  customer_access_required: { customerId: TEXT, productId: TEXT },
  customer_access_compliance_forbidden: { customerAccessId: TEXT },
  customer_status_forbidden: { customerId: TEXT, status: TEXT, allowed: optional(TEXTS) },
  entity_status_forbidden: { entityId: TEXT, status: TEXT },
  unauthorized: { productId: optional(TEXT), buildId: optional(TEXT), nextStep: TEXT },
  tenant_mismatch: {},
  agent_approval_required: {
    agentApprovalId: TEXT,
    approvalUrl: TEXT,
    status: TEXT,
    expiresAt: TEXT,
    retry: TEXT,
  },
  not_found: { allowedMethods: optional(TEXTS), didYouMean: optional(TEXT) },
  resource_not_found: {
    resourceType: TEXT,
    agentMemberId: optional(TEXT),
    agentGrantId: optional(TEXT),
    agentApprovalId: optional(TEXT),
    apiKeyId: optional(TEXT),
    auditEventId: optional(TEXT),
    blueprintId: optional(TEXT),
    buildId: optional(TEXT),
    templateId: optional(TEXT),
    code: optional(TEXT),
    decisionId: optional(TEXT),
    eventId: optional(TEXT),
    eventType: optional(TEXT),
    idempotencyKey: optional(TEXT),
    invitationId: optional(TEXT),
    kind: optional(TEXT),
    kycDocumentId: optional(TEXT),
    memberId: optional(TEXT),
    operationId: optional(TEXT),
    personalAccessTokenId: optional(TEXT),
    productId: optional(TEXT),
    providerRequestId: optional(TEXT),
    receiptId: optional(TEXT),
    revision: optional(INTEGER),
    scheduleId: optional(TEXT),
    tenantId: optional(TEXT),
    verificationId: optional(TEXT),
    webhookDeliveryId: optional(TEXT),
    webhookEndpointId: optional(TEXT),
  },
  account_not_found: { accountId: TEXT },
  collection_not_found: { collectionId: TEXT },
  consent_not_found: { consentId: TEXT },
  customer_access_not_found: { customerAccessId: TEXT },
  customer_not_found: { customerId: TEXT },
  developer_log_not_found: { developerLogId: TEXT },
  entity_not_found: { entityId: TEXT },
  external_confirmation_not_found: { externalConfirmationId: TEXT },
  financial_address_not_found: { financialAddressId: TEXT },
  noun_instance_not_found: { kind: TEXT, objectId: TEXT },
  noun_reference_not_found: { field: TEXT, kind: TEXT, objectId: TEXT },
  session_not_found: { sessionId: TEXT },
  source_operation_not_found: { operationId: TEXT },
  transfer_not_found: { transferId: TEXT },
  transfer_hold_not_found: { transferHoldId: TEXT },
  idempotency_conflict: { state: TEXT, operationId: TEXT_OR_NULL, firstSeenAt: TEXT },
  state_conflict: {
    expected: STATE,
    actual: STATE,
    price: optional(TEXT),
    eventId: optional(TEXT),
    revision: optional(INTEGER),
    status: optional(TEXT),
    accountId: optional(TEXT),
    customerAccessId: optional(TEXT),
    decisionId: optional(TEXT),
    expiresAt: optional(TEXT),
    externalId: optional(TEXT),
    productId: optional(TEXT),
    providerRequestId: optional(TEXT),
    resource: optional(RESOURCE),
    transferHoldId: optional(TEXT),
    transferId: optional(TEXT),
    underWay: optional(TEXT),
    verificationId: optional(TEXT),
    webhookDeliveryId: optional(TEXT),
    webhookEndpointId: optional(TEXT),
  },
  insufficient_balance: { accountId: TEXT, available: TEXT, amount: TEXT, currency: TEXT },
  account_frozen: { accountId: TEXT, mode: TEXT },
  account_freeze_plane_forbidden: { accountId: TEXT, plane: TEXT },
  account_status_forbidden: {
    accountId: TEXT,
    status: TEXT,
    allowed: TEXTS,
    plane: optional(TEXT),
    mode: optional(TEXT),
  },
  account_close_balance_nonzero: { accountId: TEXT, balance: TEXT, held: TEXT, incoming: TEXT },
  account_ledger_mapping_dangling: { accountId: TEXT },
  account_ledger_unprovisioned: { accountId: TEXT },
  beneficiary_id_reserved: { beneficiaryId: TEXT },
  payout_beneficiary_reserved: { beneficiaryId: TEXT },
  collection_status_forbidden: { collectionId: TEXT, status: TEXT, allowed: TEXTS },
  customer_access_lifecycle_status_forbidden: {
    customerAccessId: TEXT,
    status: TEXT,
    allowed: TEXTS,
  },
  customer_access_status_forbidden: { customerAccessId: TEXT, status: TEXT },
  financial_address_lifecycle_status_forbidden: {
    financialAddressId: TEXT,
    status: TEXT,
    allowed: TEXTS,
  },
  noun_reference_status_forbidden: { field: TEXT, state: TEXT, allowed: TEXTS },
  noun_subject_not_found: { field: TEXT, subjectId: TEXT },
  account_ledger_mapping_conflict: { accountId: TEXT },
  aggregate_condition_unmet: { aggregate: TEXT, expected: TEXT, actual: TEXT },
  collection_authorization_unverified: { collectionId: TEXT, consentId: TEXT },
  collection_transfer_mismatch: { collectionId: TEXT, transferId: TEXT, mismatched: TEXTS },
  consent_not_active: { consentId: TEXT, status: TEXT, limit: optional(TEXT) },
  cross_tenant_transfer_forbidden: {},
  exposure_cap_exceeded: {
    cap: TEXT,
    limit: TEXT,
    current: TEXT,
    requested: TEXT,
    accountId: optional(TEXT),
  },
  external_confirmation_conflict: { externalConfirmationId: TEXT, mismatched: TEXTS },
  external_confirmation_resource_conflict: { externalConfirmationId: TEXT, resource: RESOURCE },
  financial_address_destination_mismatch: { financialAddressId: TEXT, accountId: TEXT },
  invalid_noun_transition: { kind: TEXT, action: TEXT, state: TEXT, allowed: TEXTS },
  ledger_transfer_rejected: {
    ledgerReason: TEXT,
    accountId: optional(TEXT),
    transferId: optional(TEXT),
    transferHoldId: optional(TEXT),
    requested: optional(TEXT),
    reserved: optional(TEXT),
    reversible: optional(TEXT),
  },
  noun_account_not_drained: { accountId: optional(TEXT), balance: TEXT },
  noun_aggregate_cap_exceeded: { aggregate: TEXT, cap: TEXT, current: TEXT, requested: TEXT },
  noun_aggregate_currency_mismatch: { aggregate: TEXT, expected: TEXT, received: TEXT },
  noun_decision_declined: { decisionId: TEXT },
  noun_decision_timeout: { decisionId: TEXT, deadline: TEXT },
  noun_partition_mismatch: { partition: TEXT, whole: TEXT, sum: TEXT },
  noun_reference_already_claimed: { field: TEXT, objectId: TEXT, claimedBy: TEXT },
  noun_reference_incongruent: { field: TEXT, mismatched: TEXTS },
  noun_reference_required: { field: TEXT },
  noun_remainder_exceeded: { remainder: TEXT, left: TEXT, requested: TEXT },
  noun_retired: { kind: TEXT },
  noun_subject_kind_forbidden: { kind: TEXT, allowed: TEXTS },
  operation_not_finalized: { operationId: TEXT, status: TEXT },
  port_actor_not_allowed: { action: TEXT, actor: TEXT, ports: TEXTS },
  statement_evidence_incomplete: { month: TEXT, missing: TEXTS },
  request_body_too_large: { maxBytes: INTEGER },
  provider_egress_rejected: { provider: TEXT, providerCode: TEXT },
  state_constraint_failed: {
    constraint: TEXT,
    message: TEXT,
    accountId: optional(TEXT),
    objectId: optional(TEXT),
    findings: optional(FINDINGS),
    at: optional(TEXT),
    attainedTier: optional(TEXT),
    effectiveAt: optional(TEXT),
    entityId: optional(TEXT),
    expiresAt: optional(TEXT),
    limit: optional(INTEGER),
    missing: optional(TEXTS),
    now: optional(TEXT),
    transferHoldId: optional(TEXT),
    verificationId: optional(TEXT),
  },
  rate_limited: { subject: TEXT, limit: INTEGER, resetAt: TEXT },
  internal_error: {},
  provider_egress_failed: { provider: TEXT, receiptId: TEXT },
  ledger_unavailable: { receiptId: TEXT_OR_NULL },
  resource_reader_unavailable: { reader: TEXT, frames: optional(INTEGER) },
} as const satisfies Readonly<Record<ErrorCode, TProperties>>;

/** What the details of any code may have. */
const COMMON_DETAILS = {
  /** Where in the request the fault lies. */
  issues: optional(ISSUES),
  /** The operation that was refused, where whoever refuses knows it already. */
  operation: optional(TEXT),
  /** Which item of a batch was refused, from 0. */
  itemIndex: optional(INTEGER),
  /** What an agent does now; every refusal of a tool has it. */
  nextStep: optional(TEXT),
};
type Declared = typeof ERROR_DETAILS;
type CommonDetails = Static<TObject<typeof COMMON_DETAILS>>;

/** The values that a refusal with a code is given for its `details`, by code. */
export type DetailsByCode = { [C in ErrorCode]: Static<TObject<Declared[C]>> & CommonDetails };

/** A code whose refusal needs no details. */
export type BareCode = {
  [C in ErrorCode]: Record<never, never> extends DetailsByCode[C] ? C : never;
}[ErrorCode];

/** Schema of the `details` of a code as answers have them, closed: no other names are allowed. */
export function detailsSchemaOf(code: ErrorCode): TObject {
  const declared: TProperties = ERROR_DETAILS[code];
  const added = { operation: TEXT_OR_NULL, docUrl: TEXT };
  const properties = { ...COMMON_DETAILS, ...declared, ...added };
  return Type.Object(properties, { additionalProperties: false });
}

export const ErrorDetail = Type.Object(
  {
    name: Type.String({ description: "Name of the field in `details`." }),
    type: Type.Array(Type.String(), { description: "The types of JSON that the value can have." }),
    required: Type.Boolean({ description: "False: only some refusals with this code have it." }),
  },
  { title: "ErrorDetail", description: "One name in the `details` of an error." },
);
export type ErrorDetail = Static<typeof ErrorDetail>;

/** The names that are declared for a code, as they are published; without those of every code. */
export function publishedDetailsOf(code: ErrorCode): ErrorDetail[] {
  const required = new Set(Type.Object(ERROR_DETAILS[code]).required ?? []);
  const declared: TProperties = ERROR_DETAILS[code];
  return Object.entries(declared).map(([name, schema]) => ({
    name,
    type: typesOf(schema),
    required: required.has(name),
  }));
}

function typesOf({ type, anyOf }: TSchema): string[] {
  return type === undefined ? anyOf.map((member: TSchema) => member["type"]) : [type];
}
