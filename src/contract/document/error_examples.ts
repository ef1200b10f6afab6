/**
 * One refusal of each code that an operation declares, as the contract document shows it. Messages are
 * for people and may change at any time; these are examples of them, and no test compares them with
 * what the server says. A test compares the details with their declaration.
 */
import { exampleIdSuffix, placeOf } from "../../base/id.ts";
import type { ErrorCode } from "../refusals/error_catalog.ts";
import type { DetailsByCode } from "../refusals/error_details.ts";
import { NOUN_EXAMPLES } from "./noun_error_examples.ts";

type Example<C extends ErrorCode> = { message: string; details: DetailsByCode[C] };

const TIME = "2026-01-31T09:30:00.000Z";
const EARLIER = "2026-01-30T17:00:00.000Z";
const idOf = (prefix: string, place = 0) =>
  `${prefix}_${exampleIdSuffix(Date.parse(TIME), placeOf(1, place))}`;
const ENTITY = idOf("ent");
const ACCOUNT = idOf("acct");
const ACCESS = idOf("cacc");
const CUSTOMER = idOf("cust");
const HOLD = idOf("th");
const OPERATION = idOf("op");
const PRODUCT = idOf("prod");
const TRANSFER = idOf("tr");
const SESSION = idOf("ses");
const HERE = "in this Product and environment";

const EXAMPLES: { readonly [C in ErrorCode]?: Example<C> } = {
  ...NOUN_EXAMPLES,
  account_close_balance_nonzero: {
    message: `account ${ACCOUNT} holds 2500, has 0 reserved and 0 on its way; all must be 0`,
    details: { accountId: ACCOUNT, balance: "2500", held: "0", incoming: "0" },
  },
  account_freeze_plane_forbidden: {
    message: `the platform froze account ${ACCOUNT}; only the platform ends that freeze`,
    details: { accountId: ACCOUNT, plane: "platform" },
  },
  account_frozen: {
    message: `account ${ACCOUNT} is frozen (all): under review`,
    details: { accountId: ACCOUNT, mode: "all" },
  },
  account_not_found: {
    message: `no account ${ACCOUNT} ${HERE}`,
    details: { accountId: ACCOUNT },
  },
  account_role_owner_mismatch: {
    message: "role customer_balance is owned by customer",
    details: {
      role: "customer_balance",
      ownerType: "product",
      expectedOwnerTypes: ["customer"],
    },
  },
  account_status_forbidden: {
    message: `account ${ACCOUNT} is closed`,
    details: { accountId: ACCOUNT, status: "closed", allowed: ["open", "frozen"] },
  },
  currency_mismatch: {
    message: `account ${ACCOUNT} holds EUR, not USD`,
    details: { expected: "EUR", received: "USD", accountId: ACCOUNT },
  },
  customer_access_compliance_forbidden: {
    message: `compliance has refused customer access ${ACCESS}`,
    details: { customerAccessId: ACCESS },
  },
  customer_access_lifecycle_status_forbidden: {
    message: `customer access ${ACCESS} is revoked; allowed is pending`,
    details: { customerAccessId: ACCESS, status: "revoked", allowed: ["pending"] },
  },
  customer_access_not_found: {
    message: `no customer access ${ACCESS} ${HERE}`,
    details: { customerAccessId: ACCESS },
  },
  customer_access_required: {
    message: `customer ${CUSTOMER} has no access to Product ${PRODUCT}`,
    details: { customerId: CUSTOMER, productId: PRODUCT },
  },
  customer_access_status_forbidden: {
    message: `customer access ${ACCESS} is suspended, must be active`,
    details: { customerAccessId: ACCESS, status: "suspended" },
  },
  customer_not_found: {
    message: `no customer ${CUSTOMER} ${HERE}`,
    details: { customerId: CUSTOMER },
  },
  agent_approval_required: {
    message: "no person has approved this live action yet",
    details: {
      agentApprovalId: idOf("apr"),
      approvalUrl: `https://money.example/console/approvals/${idOf("apr")}`,
      status: "pending",
      expiresAt: EARLIER,
      retry: "send the same request with the same key once a person has approved it",
    },
  },
  csrf_token_invalid: {
    message: "X-CSRF-Token is not the session's own",
    details: { header: "X-CSRF-Token" },
  },
  customer_status_forbidden: {
    message: `customer ${CUSTOMER} is suspended`,
    details: { customerId: CUSTOMER, status: "suspended" },
  },
  destination_account_status_forbidden: {
    message: `account ${ACCOUNT} is closed`,
    details: { accountId: ACCOUNT, status: "closed" },
  },
  developer_log_not_found: {
    message: `no developer log ${idOf("dlog")}`,
    details: { developerLogId: idOf("dlog") },
  },
  entity_not_found: {
    message: `no entity ${ENTITY} in this Product and environment`,
    details: { entityId: ENTITY },
  },
  entity_status_forbidden: {
    message: `entity ${ENTITY} is restricted; allowed is active`,
    details: { entityId: ENTITY, status: "restricted" },
  },
  exposure_cap_exceeded: {
    message: `account ${ACCOUNT} would have more than 9223372036854775807`,
    details: {
      cap: "account_balance",
      limit: "9223372036854775807",
      current: "9223372036854775000",
      requested: "1000",
      accountId: ACCOUNT,
    },
  },
  funding_destination_role_forbidden: {
    message: `account ${ACCOUNT} has role product_fee, which is not funded from outside`,
    details: { accountId: ACCOUNT, role: "product_fee", allowedRoles: ["customer_balance"] },
  },
  idempotency_conflict: {
    message: "this Idempotency-Key was used for another request; use a new key for a new request",
    details: { state: "finished", operationId: OPERATION, firstSeenAt: EARLIER },
  },
  idempotency_required: {
    message: "a mutation needs an Idempotency-Key header with a UUID",
    details: { header: "Idempotency-Key" },
  },
  insufficient_balance: {
    message: "amount 7100 exceeds available 7000",
    details: { accountId: ACCOUNT, available: "7000", amount: "7100", currency: "EUR" },
  },
  internal_error: { message: "the request failed unexpectedly", details: {} },
  invalid_credentials: { message: "the request carries no valid credential", details: {} },
  invalid_request: {
    message: "the request does not match the contract",
    details: { issues: [{ code: "unknown_field", message: "is not a field", path: ["amonut"] }] },
  },
  key_revoked: { message: `the key was revoked at ${EARLIER}`, details: { revokedAt: EARLIER } },
  kyc_country_unsupported: {
    message: "country KP is not served",
    details: { country: "KP", supported: ["DE", "FR", "GB"] },
  },
  kyc_tier_insufficient: {
    message: `role customer_balance needs tier_1, entity ${ENTITY} has attained tier_0`,
    details: { requiredTier: "tier_1", attainedTier: "tier_0", entityId: ENTITY },
  },
  ledger_transfer_rejected: {
    message: "amount 5000 exceeds reversible 2500",
    details: {
      ledgerReason: "exceeds_reversible_amount",
      transferId: TRANSFER,
      requested: "5000",
      reversible: "2500",
    },
  },
  ledger_unavailable: {
    message: "the ledger did not answer: retry with the same key and body",
    details: { receiptId: null },
  },
  mfa_verification_required: {
    message: "the session was opened without a second factor",
    details: { policy: "tenant" },
  },
  missing_required_permission: {
    message: "the role viewer lacks the permission transfers:write",
    details: { permission: "transfers:write", role: "viewer" },
  },
  missing_required_workspace_capability: {
    message: "the Build of the Product does not need collections, so the Product makes none",
    details: { capability: "collections" },
  },
  missing_required_scope: {
    message: "the key lacks the scope transfers:write",
    details: { scope: "transfers:write" },
  },
  not_found: { message: "no route has this method and path", details: {} },
  operation_environment_invalid: {
    message: "the operation exists in sandbox only",
    details: { environment: "live", allowedEnvironments: ["sandbox"] },
  },
  operation_not_allowed: {
    message: "the operation is not for this kind of credential",
    details: { reason: "principal", principal: ["session"] },
  },
  operation_not_finalized: {
    message: `operation ${OPERATION} has a transfer that is pending`,
    details: { operationId: OPERATION, status: "pending" },
  },
  owner_unsupported: {
    message: "no account can be opened for owner type tenant",
    details: { ownerType: "tenant", supported: ["customer", "product"] },
  },
  product_access_suspended: {
    message: "the Product is disabled",
    details: { productId: PRODUCT, status: "disabled" },
  },
  product_activation_required: {
    message: "the Product is not activated for live",
    details: { productId: PRODUCT, capability: null, activationStatus: "not_requested" },
  },
  provider_egress_failed: {
    message: "provider simulator gave no answer; the same request with the same key asks again",
    details: { provider: "simulator", receiptId: idOf("rcpt") },
  },
  provider_egress_rejected: {
    message: "provider simulator refused: rejected",
    details: { provider: "simulator", providerCode: "rejected" },
  },
  provider_outcome_unsupported: {
    message: "simulator says verified, rejected or requires_input, not passed",
    details: {
      provider: "simulator",
      outcome: "passed",
      supported: ["verified", "rejected", "requires_input"],
    },
  },
  rate_limited: {
    message: "over 600 requests in 60 seconds",
    details: { subject: "credential", limit: 600, resetAt: TIME },
  },
  request_body_too_large: {
    message: "the body is larger than 262144 bytes",
    details: { maxBytes: 262_144 },
  },
  resource_not_found: {
    message: `no Product ${PRODUCT} for this credential`,
    details: { resourceType: "product", productId: PRODUCT },
  },
  resource_reader_unavailable: {
    message: "the shard does not answer: send the request again later",
    details: { reader: "shard" },
  },
  session_expired: { message: `the session ended at ${EARLIER}`, details: { expiredAt: EARLIER } },
  session_required: {
    message:
      "session.logout takes a browser session; a person's token was sent in Authorization, and a token is no browser session; log in, and send the cookie of the session without the header Authorization",
    details: { principal: ["session"], sent: "token" },
  },
  session_revoked: {
    message: `the session was ended at ${EARLIER}`,
    details: { revokedAt: EARLIER },
  },
  source_account_status_forbidden: {
    message: `account ${ACCOUNT} is frozen (all): under review`,
    details: { accountId: ACCOUNT, status: "frozen" },
  },
  source_operation_not_found: {
    message: `no operation ${OPERATION} ${HERE}`,
    details: { operationId: OPERATION },
  },
  state_conflict: {
    message: `${CUSTOMER} is at revision 3, not 2`,
    details: { expected: 2, actual: 3 },
  },
  state_constraint_failed: {
    message: "at most 50 keys of metadata may result",
    details: { constraint: "metadata_keys", message: "at most 50 keys may result", limit: 50 },
  },
  statement_evidence_incomplete: {
    message: "the month 2026-01 is not over yet",
    details: { month: "2026-01", missing: ["month"] },
  },
  tenant_mismatch: { message: "the credential is of another company", details: {} },
  transfer_hold_not_found: {
    message: `no transfer hold ${HOLD} ${HERE}`,
    details: { transferHoldId: HOLD },
  },
  session_not_found: {
    message: `no session ${SESSION} of this person`,
    details: { sessionId: SESSION },
  },
  transfer_not_found: {
    message: `no transfer ${TRANSFER} ${HERE}`,
    details: { transferId: TRANSFER },
  },
  unauthorized: {
    message: "the grant of this agent does not cover the Product",
    details: { productId: idOf("prod"), nextStep: "a person widens the grant in the browser" },
  },
};

/** The envelope of a refusal with `code`; undefined where no example is written. */
export function errorExample(code: ErrorCode, operation: string): object | undefined {
  const example = EXAMPLES[code];
  if (example === undefined) return undefined;
  const { message, details } = example;
  const docUrl = `https://money.example/docs/errors/${code}`;
  return {
    error: { code, message, details: { ...details, operation, docUrl } },
    requestId: idOf("req"),
  };
}
