/** The details of each code: the names that are promised for it, and what `refuse` takes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { ERROR_CATALOG, ERROR_CODES, type ErrorCode } from "./error_catalog.ts";
import { declareCodes, optional, TEXT } from "./error_code.ts";
import { detailsSchemaOf } from "./error_details.ts";
import { refuse } from "./refusal.ts";

/** Written out here and not derived from the declaration, so that neither list can change alone. */
const PROMISED = `
account_close_balance_nonzero: accountId balance held
account_freeze_plane_forbidden: accountId plane
account_frozen: accountId mode
account_ledger_mapping_conflict: accountId
account_ledger_mapping_dangling: accountId
account_ledger_unprovisioned: accountId
account_not_found: accountId
account_role_not_financial_addressable: role allowedRoles
account_role_owner_mismatch: role ownerType expectedOwnerTypes
account_status_forbidden: accountId status allowed
agent_approval_required: agentApprovalId approvalUrl status expiresAt retry
aggregate_condition_unmet: aggregate expected actual
beneficiary_id_reserved: beneficiaryId
collection_authorization_unverified: collectionId consentId
collection_not_found: collectionId
collection_status_forbidden: collectionId status allowed
collection_transfer_mismatch: collectionId transferId mismatched
consent_expired: consentId expiredAt
consent_not_active: consentId status limit
consent_not_found: consentId
consent_revoked: consentId revokedAt
cross_tenant_transfer_forbidden:
csrf_token_invalid:
currency_mismatch: expected received accountId
customer_access_compliance_forbidden: customerAccessId
customer_access_lifecycle_status_forbidden: customerAccessId status allowed
customer_access_not_found: customerAccessId
customer_access_required: customerId productId
customer_access_status_forbidden: customerAccessId status
customer_not_found: customerId
customer_status_forbidden: customerId status
destination_account_status_forbidden: accountId status
developer_log_not_found: developerLogId
entity_not_found: entityId
entity_status_forbidden: entityId status
exposure_cap_exceeded: cap limit current requested
external_confirmation_conflict: externalConfirmationId mismatched
external_confirmation_not_found: externalConfirmationId
external_confirmation_resource_conflict: externalConfirmationId resource
financial_address_account_status_forbidden: accountId status
financial_address_destination_mismatch: financialAddressId accountId
financial_address_lifecycle_status_forbidden: financialAddressId status allowed
financial_address_not_found: financialAddressId
financial_address_status_forbidden: financialAddressId status
funding_destination_role_forbidden: role allowedRoles
idempotency_conflict: operationId firstSeenAt state
idempotency_required: header
insufficient_balance: accountId available amount currency
internal_error:
invalid_credentials: keyEnvironment
invalid_noun_transition: kind action state allowed
invalid_request: issues
key_revoked: revokedAt
kyc_country_unsupported: country supported
kyc_tier_insufficient: requiredTier attainedTier entityId
ledger_transfer_rejected: ledgerReason
ledger_unavailable: receiptId
mfa_verification_required: policy
missing_required_permission: permission role
missing_required_scope: scope
missing_required_workspace_capability: capability
not_found:
noun_account_not_drained: accountId balance
noun_aggregate_cap_exceeded: aggregate cap current requested
noun_aggregate_currency_mismatch: aggregate expected received
noun_decision_declined: decisionId
noun_decision_timeout: decisionId deadline
noun_instance_not_found: kind objectId
noun_partition_mismatch: partition whole sum
noun_reference_already_claimed: field objectId claimedBy
noun_reference_incongruent: field mismatched
noun_reference_not_found: field kind objectId
noun_reference_required: field
noun_reference_status_forbidden: field state allowed
noun_remainder_exceeded: remainder left requested
noun_retired: kind
noun_subject_kind_forbidden: kind allowed
noun_subject_not_found: field subjectId
operation_environment_invalid: environment allowedEnvironments
operation_not_allowed: reason
operation_not_finalized: operationId status
owner_unsupported: ownerType supported
payout_beneficiary_reserved: beneficiaryId
port_actor_not_allowed: action actor ports
product_access_suspended: productId status
product_activation_required: productId capability activationStatus
provider_egress_failed: provider receiptId
provider_egress_rejected: provider providerCode
provider_outcome_unsupported: provider outcome supported
rate_limited: subject limit resetAt
request_body_too_large: maxBytes
resource_not_found: resourceType
resource_reader_unavailable: reader
session_expired: expiredAt
session_not_found: sessionId
session_required: principal
session_revoked: revokedAt
source_account_status_forbidden: accountId status
source_operation_not_found: operationId
state_conflict: expected actual revision
state_constraint_failed: constraint message
statement_evidence_incomplete: month missing
tenant_mismatch:
transfer_hold_not_found: transferHoldId
transfer_not_found: transferId
unauthorized: productId nextStep
`;
/** Promised names that only some refusals of the code have, and when. */
const SOMETIMES: Readonly<Record<string, string>> = {
  "invalid_credentials keyEnvironment": "a key of the other environment",
  "state_conflict revision": "a resource that has revisions",
  "noun_account_not_drained accountId": "one of few enough accounts that hold money",
  "collection_transfer_mismatch transferId": "a collection that has a transfer",
  "external_confirmation_resource_conflict externalConfirmationId": "it was confirmed before",
  "consent_not_active limit": "a limit of the consent is exceeded",
  "collection_authorization_unverified collectionId": "a collection that is made already",
  "unauthorized productId": "about a Product, and not about a Build or another agent",
};

const promised = PROMISED.trim()
  .split("\n")
  .map((line) => line.split(":") as [ErrorCode, string])
  .map(([code, names]) => [code, names.trim().split(" ").filter(Boolean)] as const);

test("error details: every code -> declared, and every promised name is among its details", () => {
  assert.deepEqual(promised.map(([code]) => code).sort(), ERROR_CODES);
  for (const [code, names] of promised) {
    const declared = new Map(ERROR_CATALOG[code].details.map((detail) => [detail.name, detail]));
    for (const name of names) {
      const isRequired = SOMETIMES[`${code} ${name}`] === undefined;
      assert.equal(declared.get(name)?.required, isRequired, `${code}: ${name}`);
    }
  }
});

test("error details: published -> each name with its types", () => {
  assert.deepEqual(ERROR_CATALOG.product_activation_required.details, [
    { name: "productId", type: ["string"], required: true },
    { name: "capability", type: ["string", "null"], required: true },
    { name: "activationStatus", type: ["string"], required: true },
  ]);
  assert.deepEqual(ERROR_CATALOG.tenant_mismatch.details, []);
  assert.deepEqual(ERROR_CATALOG.not_found.details, [
    { name: "allowedMethods", type: ["array"], required: false },
    { name: "didYouMean", type: ["string"], required: false },
  ]);
});

test("error details: a name too few, too many, of another type -> not those of the code", () => {
  const fits = (details: object) =>
    Value.Check(detailsSchemaOf("idempotency_required"), {
      operation: null,
      docUrl: "",
      ...details,
    });
  assert.ok(fits({ header: "Idempotency-Key" }));
  assert.ok(fits({ header: "Idempotency-Key", issues: [{ code: "a", message: "b", path: [0] }] }));
  for (const details of [{}, { header: 1 }, { header: "a", other: 1 }]) assert.ok(!fits(details));
});

test("refuse: other details than those declared -> does not compile", () => {
  // @ts-expect-error: the details of the code are missing
  refuse("account_not_found", "x");
  // @ts-expect-error: a declared detail is missing
  refuse("account_frozen", "x", { accountId: "a" });
  // @ts-expect-error: a detail that is not declared
  refuse("account_not_found", "x", { accountId: "a", colour: "red" });
  // @ts-expect-error: a detail of another type
  refuse("request_body_too_large", "x", { maxBytes: "1" });
  assert.deepEqual(refuse("invalid_credentials", "x").details, {});
});

test("declareCodes: an example with other details than the code's -> does not compile", () => {
  const of = { httpStatus: 409, cause: "", action: "", remediation: "", exampleMessage: "" };
  const details = { accountId: TEXT, mode: optional(TEXT) };
  const codes = declareCodes({
    whole: { ...of, details, exampleDetails: { accountId: "a", itemIndex: 0 } },
    // @ts-expect-error: a declared detail is missing
    less: { ...of, details, exampleDetails: { mode: "a" } },
    // @ts-expect-error: a detail that is not declared
    more: { ...of, details, exampleDetails: { accountId: "a", colour: "red" } },
    // @ts-expect-error: a detail of another type
    other: { ...of, details, exampleDetails: { accountId: 1 } },
    // @ts-expect-error: a message without details
    none: { ...of, details },
  });
  assert.equal(Object.keys(codes).length, 5);
});
