/** consent.create: records that a customer has agreed to something, within limits. */
import { suffixOf } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import { type DecisionContext, declareWrite } from "../../contract/declare/operation.ts";
import type { RealmNames } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { actorText } from "../../contract/records/actor.ts";
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { parseTimestamp } from "../../contract/values/timestamp_text.ts";
import type { BeneficiaryDocument } from "../beneficiary/beneficiary_document.ts";
import type { BeneficiaryPart } from "../beneficiary/beneficiary_noun.ts";
import { refuseCustomerStatus } from "../customer/customer_lifecycle.ts";
import { customerNotFound } from "../customer/customer_noun.ts";
import { refuseInactiveAccess } from "../customer_access/used_access.ts";
import { entityOf, refuseEntityStatus } from "../entity/entity_lifecycle.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import { roleOf } from "../ledger/roles.ts";
import { refuseOtherProduct } from "../own_product.ts";
import type { ProviderDocument } from "../provider/provider_document.ts";
import { type ProviderState, servingProvider } from "../provider/provider_state.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { evidenceOf, isComplete } from "./consent_evidence.ts";
import { debtorOf, mandateOf, refuseMandate } from "./consent_mandate.ts";
import type { ConsentFact, ConsentState } from "./consent_noun.ts";
import { consents } from "./consent_noun.ts";
import { Consent, ConsentDraft } from "./consent_schema.ts";
import { refuseTakenReference } from "./mandate_reference.ts";

export const consentCreate = declareWrite<ConsentState & BeneficiaryPart & ProviderState>()({
  id: "consent.create",
  summary: "Create a consent",
  description:
    "Standing authority of a customer who is active and has active access. With complete evidence it is `active` at once; else it is `pending` until it is confirmed. With a `mandate` a bank collects by it from an account at another bank.",
  http: { method: "POST", path: "/consents", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "consents:write",
  body: ConsentDraft,
  output: Consent,
  refusals: [
    "resource_not_found",
    "customer_not_found",
    "customer_status_forbidden",
    "entity_status_forbidden",
    "customer_access_required",
    "customer_access_status_forbidden",
    "account_not_found",
    "account_role_owner_mismatch",
    "currency_mismatch",
    "state_conflict",
    "state_constraint_failed",
    "ledger_unavailable",
  ],
  events: ["consent.created"],
  decide(state, draft, context) {
    const { realm, principal } = context;
    const otherProduct = refuseOtherProduct(principal, draft.productId);
    if (otherProduct !== undefined) return otherProduct;
    const customer = state.customers.byId(realm, draft.customerId);
    if (customer === undefined) return customerNotFound(draft.customerId);
    const clockMs = productClockMs(state, context);
    const barred =
      refuseCustomerStatus(customer, ["active"]) ??
      refuseEntityStatus(entityOf(state, realm, customer)) ??
      refuseInactiveAccess(state, customer, principal);
    if (barred !== undefined) return barred;
    const found = debtorOf(state, realm, draft);
    if (found.refused) return found;
    const { debtor } = found;
    const refusal =
      refuseAccount(state, realm, draft) ??
      refuseTakenReference(state, realm, draft.mandate?.reference) ??
      refuseMandate(debtor, draft, collectorOf(state, principal)) ??
      refuseLimits(draft) ??
      refuseTimes(draft, clockMs);
    if (refusal !== undefined) return refusal;
    const consent = consentOf(draft, debtor, clockMs, context);
    return consents.accept(consents.fact("created", consent), context);
  },
});

/** Who collects by mandates in live; undefined in sandbox, where the simulator does, and where nobody is configured. */
function collectorOf(
  state: ProviderState,
  { environment }: Pick<RealmNames, "environment">,
): ProviderDocument | undefined {
  return environment === "live" ? servingProvider(state, "collection") : undefined;
}

/** Limits must be those of collections, and amounts must have a currency. */
function refuseLimits({
  type,
  limits,
}: ConsentDraft): Refusal<"state_constraint_failed"> | undefined {
  if (limits === undefined) return undefined;
  const refused = (constraint: string, message: string, path: string[]) =>
    refuseConstraint(constraint, message, { issues: [{ code: constraint, message, path }] });
  if (type !== "collection") {
    const message = `limits are of collections; a consent to ${type} has none`;
    return refused("limits_of_collections", message, ["limits"]);
  }
  const hasAmount = limits.maxAmount !== undefined || limits.maxTotal !== undefined;
  if (!hasAmount || limits.currency !== undefined) return undefined;
  const message = "limits.currency must say in which currency maxAmount and maxTotal are";
  return refused("limits_have_currency", message, ["limits", "currency"]);
}

/** The account must be the customer's own, and hold the currency of the limits. */
function refuseAccount(
  { accounts }: ConsentState,
  realm: number,
  { accountId, customerId, limits }: ConsentDraft,
): Refusal<"account_not_found" | "account_role_owner_mismatch" | "currency_mismatch"> | undefined {
  if (accountId === undefined) return undefined;
  const ordinal = accounts.ordinalOf(realm, accountId);
  if (ordinal < 0) return accountNotFound(accountId, "accountId");
  const owner = accounts.customerKeyOf(ordinal);
  if (owner === undefined || owner !== suffixOf("cust", customerId)) {
    const message = `account ${accountId} is not owned by customer ${customerId}`;
    const { ownerType } = accounts.document(ordinal);
    return refuse("account_role_owner_mismatch", message, {
      role: roleOf(accounts.roleCode(ordinal)).role,
      ownerType,
      expectedOwnerTypes: ["customer"],
      issues: [{ code: "owner_mismatch", message, path: ["accountId"] }],
    });
  }
  const received = limits?.currency;
  if (received === undefined || accounts.hasCurrency(ordinal, received)) return undefined;
  const expected = accounts.currency(ordinal);
  const message = `account ${accountId} holds ${expected}, not ${received}`;
  return refuse("currency_mismatch", message, {
    expected,
    received,
    accountId,
    issues: [{ code: "currency_mismatch", message, path: ["limits", "currency"] }],
  });
}

function refuseTimes(
  { validFrom, expiresAt }: ConsentDraft,
  clockMs: number,
): Refusal<"state_constraint_failed"> | undefined {
  if (expiresAt === undefined) return undefined;
  const expiresAtMs = parseTimestamp(expiresAt) as number;
  const refused = (constraint: string, after: string) => {
    const shown = isoTime(expiresAtMs);
    const message = `expiresAt ${shown} is not after ${after}`;
    return refuseConstraint(constraint, message, {
      expiresAt: shown,
      now: isoTime(clockMs),
      issues: [{ code: constraint, message, path: ["expiresAt"] }],
    });
  };
  if (expiresAtMs <= clockMs) return refused("expires_at_in_future", isoTime(clockMs));
  if (validFrom === undefined || (parseTimestamp(validFrom) as number) < expiresAtMs) {
    return undefined;
  }
  return refused("expires_at_after_valid_from", `validFrom ${validFrom}`);
}

function consentOf(
  draft: ConsentDraft,
  debtor: BeneficiaryDocument | undefined,
  clockMs: number,
  { nowMs, actor, newId }: DecisionContext,
): ConsentFact["consent"] {
  const { customerId, type, accountId, limits, validFrom, expiresAt, evidence } = draft;
  const consentId = newId("cons");
  const validFromMs = validFrom === undefined ? clockMs : (parseTimestamp(validFrom) as number);
  const given = evidenceOf(evidence);
  return {
    consentId,
    customerId,
    type,
    ...(accountId !== undefined && { accountId }),
    ...(debtor !== undefined && { mandate: mandateOf(debtor, draft, consentId) }),
    ...(limits !== undefined && { limits }),
    used: { count: 0, total: "0", sinceMs: validFromMs },
    validFromMs,
    ...(expiresAt !== undefined && { expiresAtMs: parseTimestamp(expiresAt) as number }),
    evidence: given,
    status: isComplete(given) ? "active" : "pending",
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    revision: 1,
    changedBy: actorText(actor),
  };
}
