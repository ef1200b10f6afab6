/** The error catalog against the specification: every code, its statuses and its flags. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { CALLER_CODES } from "./catalog/callers.ts";
import { CUSTOMER_CODES } from "./catalog/customers.ts";
import { MONEY_CODES } from "./catalog/money.ts";
import { OBJECT_CODES } from "./catalog/objects.ts";
import { OUTSIDE_CODES } from "./catalog/outside.ts";
import { REQUEST_CODES } from "./catalog/requests.ts";
import {
  ERROR_CATALOG,
  ERROR_CODES,
  ErrorCatalogEntry,
  isErrorCode,
  statusesOf,
} from "./error_catalog.ts";

/** Written out here and not derived from the catalog, so that neither list can change alone. */
const CODES_BY_STATUS: Readonly<Record<number, string>> = {
  400: `invalid_request idempotency_required currency_mismatch source_account_status_forbidden
    destination_account_status_forbidden financial_address_account_status_forbidden
    financial_address_status_forbidden account_role_not_financial_addressable
    account_role_owner_mismatch funding_destination_role_forbidden kyc_country_unsupported
    operation_environment_invalid owner_unsupported provider_outcome_unsupported`,
  401: "invalid_credentials key_revoked session_expired session_required session_revoked",
  403: `csrf_token_invalid mfa_verification_required missing_required_permission
    missing_required_scope missing_required_workspace_capability operation_not_allowed
    product_access_suspended product_activation_required kyc_tier_insufficient consent_expired
    consent_revoked customer_access_required customer_access_compliance_forbidden
    customer_status_forbidden entity_status_forbidden unauthorized tenant_mismatch
    agent_approval_required`,
  404: `not_found resource_not_found account_not_found collection_not_found consent_not_found
    customer_access_not_found customer_not_found developer_log_not_found entity_not_found
    external_confirmation_not_found financial_address_not_found noun_instance_not_found
    noun_reference_not_found session_not_found source_operation_not_found transfer_not_found
    transfer_hold_not_found`,
  409: `idempotency_conflict state_conflict insufficient_balance account_frozen
    account_freeze_plane_forbidden account_status_forbidden account_close_balance_nonzero
    account_ledger_mapping_dangling account_ledger_unprovisioned beneficiary_id_reserved
    payout_beneficiary_reserved collection_status_forbidden
    customer_access_lifecycle_status_forbidden customer_access_status_forbidden
    financial_address_lifecycle_status_forbidden noun_reference_status_forbidden
    noun_subject_not_found account_ledger_mapping_conflict aggregate_condition_unmet
    collection_authorization_unverified collection_transfer_mismatch consent_not_active
    cross_tenant_transfer_forbidden exposure_cap_exceeded external_confirmation_conflict
    external_confirmation_resource_conflict financial_address_destination_mismatch
    invalid_noun_transition ledger_transfer_rejected noun_account_not_drained
    noun_aggregate_cap_exceeded noun_aggregate_currency_mismatch noun_decision_declined
    noun_decision_timeout noun_partition_mismatch noun_reference_already_claimed
    noun_reference_incongruent noun_reference_required noun_remainder_exceeded noun_retired
    noun_subject_kind_forbidden operation_not_finalized port_actor_not_allowed
    statement_evidence_incomplete`,
  413: "request_body_too_large",
  422: "provider_egress_rejected state_constraint_failed",
  429: "rate_limited",
  500: "internal_error",
  502: "provider_egress_failed",
  503: "ledger_unavailable resource_reader_unavailable",
};

const ENTRIES: readonly ErrorCatalogEntry[] = Object.values(ERROR_CATALOG);

function codesWhere(holds: (entry: ErrorCatalogEntry) => boolean): string[] {
  return ENTRIES.filter(holds)
    .map(({ code }) => code)
    .sort();
}

for (const [status, codes] of Object.entries(CODES_BY_STATUS)) {
  test(`error catalog: status ${status} -> exactly the codes of the specification and ours`, () => {
    assert.deepEqual(
      codesWhere(({ httpStatus }) => httpStatus === Number(status)),
      codes.split(/\s+/).sort(),
    );
  });
}

test("error catalog: all entries -> keyed by their code, valid, with no status left over", () => {
  for (const [key, entry] of Object.entries(ERROR_CATALOG)) {
    assert.equal(entry.code, key);
    assert.ok(Value.Check(ErrorCatalogEntry, entry), key);
    assert.ok(Object.hasOwn(CODES_BY_STATUS, entry.httpStatus), key);
  }
  assert.deepEqual(ERROR_CODES, Object.keys(ERROR_CATALOG).sort());
});

test("error catalog: the files of the catalog -> each code in one of them", () => {
  const files = [
    REQUEST_CODES,
    CALLER_CODES,
    MONEY_CODES,
    CUSTOMER_CODES,
    OBJECT_CODES,
    OUTSIDE_CODES,
  ];
  assert.deepEqual(files.flatMap((codes) => Object.keys(codes)).sort(), ERROR_CODES);
});

test("error catalog: retryable -> only where the outcome is open and the key decides", () => {
  assert.deepEqual(
    codesWhere(({ retryable }) => retryable),
    ["ledger_unavailable", "provider_egress_failed"],
  );
});

test("error catalog: not idempotency-safe -> only what may have written", () => {
  assert.deepEqual(
    codesWhere(({ idempotencySafe }) => !idempotencySafe),
    [
      "internal_error",
      "ledger_unavailable",
      "provider_egress_failed",
      "resource_reader_unavailable",
    ],
  );
});

/**
 * What the words of an entry say of its flags. A flag that the specification fixes against the
 * plain sense of the words is named in them, and the words say why it reads so.
 */
const SAYS = {
  sendAgain: /\b(?:the same request|unchanged|identical|resend|repeat the request)\b/i,
  notAgain: /^Do not resend/,
  untilOutcome: /the same request with the same key until it has an outcome/,
  mayHaveWritten: /may have moved|not known whether|failed after the intent/i,
  nothingDone: /no money moved|nothing is on record|was not run/i,
  newKey: /under a new key|use a new key/i,
  retryableReadsFalse: /`retryable` reads false because/,
  safeReadsFalse: /`idempotencySafe` reads false/,
} as const;

/** What is wrong with the words of an entry, given its flags; none where they agree. */
function contradictionsOf(entry: ErrorCatalogEntry): string[] {
  const { cause, action, remediation, retryable, idempotencySafe } = entry;
  const text = `${cause} ${action} ${remediation}`;
  const says = (name: keyof typeof SAYS) => SAYS[name].test(text);
  const asksAgain = SAYS.sendAgain.test(action) && !SAYS.notAgain.test(action);
  const rules: [boolean, string][] = [
    [retryable !== says("untilOutcome"), "retryable, and words to send until there is an outcome"],
    [
      !retryable && asksAgain !== says("retryableReadsFalse"),
      "not retryable, and words to send the same request without saying why it reads false",
    ],
    [retryable && says("retryableReadsFalse"), "retryable, and words that it reads false"],
    [idempotencySafe && says("mayHaveWritten"), "safe, and words that something may be written"],
    [!idempotencySafe && says("nothingDone"), "not safe, and words that nothing was done"],
    [!idempotencySafe && says("newKey"), "not safe, and words to send it under a new key"],
    [
      !idempotencySafe && says("mayHaveWritten") === says("safeReadsFalse"),
      "not safe, without words of what may be written or of why it reads false",
    ],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, rule]) => rule);
}

test("error catalog: flags and words -> every entry's words say what its flags say", () => {
  for (const entry of ENTRIES) assert.deepEqual(contradictionsOf(entry), [], entry.code);
});

test("error catalog: words against a flag -> found, whichever of the two changed", () => {
  const { rate_limited, ledger_unavailable, insufficient_balance, resource_reader_unavailable } =
    ERROR_CATALOG;
  const bent: readonly ErrorCatalogEntry[] = [
    { ...rate_limited, action: "Wait `retry-after` seconds, then resend unchanged." },
    { ...rate_limited, retryable: true },
    { ...ledger_unavailable, retryable: false },
    { ...ledger_unavailable, action: "Read the account first." },
    { ...insufficient_balance, idempotencySafe: false },
    { ...resource_reader_unavailable, action: "Send the same request later." },
  ];
  for (const entry of bent) assert.notDeepEqual(contradictionsOf(entry), [], entry.action);
});

test("error catalog: environment -> live on what only live asks for", () => {
  assert.deepEqual(
    codesWhere(({ environment }) => environment === "live"),
    ["product_access_suspended", "product_activation_required"],
  );
  assert.deepEqual(
    codesWhere(({ environment }) => environment === "sandbox"),
    [],
  );
});

test("error catalog: additional statuses -> 409 for refused compliance alone", () => {
  assert.deepEqual(
    codesWhere(({ additionalHttpStatuses }) => additionalHttpStatuses !== undefined),
    ["customer_access_compliance_forbidden"],
  );
  assert.deepEqual(statusesOf("customer_access_compliance_forbidden"), [403, 409]);
  assert.deepEqual(statusesOf("insufficient_balance"), [409]);
});

for (const field of ["cause", "action", "remediation"] as const) {
  test(`error catalog: ${field} -> a sentence of its own for every code`, () => {
    for (const entry of ENTRIES) assert.match(entry[field], /^[A-Z`].{15,}\.$/, entry.code);
    if (field === "cause")
      assert.equal(new Set(ENTRIES.map(({ cause }) => cause)).size, ENTRIES.length);
  });
}

for (const [text, expected] of [
  ["insufficient_balance", true],
  ["insufficient_funds", false],
  ["toString", false],
  ["__proto__", false],
] as const) {
  test(`isErrorCode: ${text} -> ${expected}`, () => {
    assert.equal(isErrorCode(text), expected);
  });
}
