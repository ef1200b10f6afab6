/** By whose leave money is collected: the customer and its access are active, and its consent covers the money. */
import { invariant } from "../../base/invariant.ts";
import type { Principal } from "../../contract/declare/principal.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { checkCollection, checkConsent } from "../../programs/run/consent_check.ts";
import { railOf } from "../../rails/rails.ts";
import { type BeneficiarySight, findBeneficiary } from "../beneficiary/beneficiary_noun.ts";
import type { ConsentDocument } from "../consent/consent_document.ts";
import { consentRecordOf } from "../consent/consent_use.ts";
import type { CustomerDocument } from "../customer/customer_document.ts";
import { refuseCustomerStatus } from "../customer/customer_lifecycle.ts";
import { refuseInactiveAccess } from "../customer_access/used_access.ts";
import { entityOf, refuseEntityStatus } from "../entity/entity_lifecycle.ts";
import type { CollectionDocument } from "./collection_document.ts";
import type { CollectingState } from "./collection_facts.ts";
import type { ConsentSight } from "./collection_sight.ts";

/** Codes of `refuseCustomer`, in order of precedence. */
export const CUSTOMER_REFUSALS = [
  "customer_status_forbidden",
  "entity_status_forbidden",
  "customer_access_required",
  "customer_access_status_forbidden",
] as const;

/** Codes of `refuseCover` of a consent whose evidence need not be verified yet. */
export const CONSENT_REFUSALS = [
  "consent_revoked",
  "consent_expired",
  "consent_not_active",
] as const;

type CustomerRefusal = Refusal<(typeof CUSTOMER_REFUSALS)[number]>;
type CoverRefusal = Refusal<
  (typeof CONSENT_REFUSALS)[number] | "collection_authorization_unverified"
>;

/** What is to be taken. */
type Taken = Pick<CollectionDocument, "collectionId" | "amountMinor" | "currency"> & {
  sourceAccountId?: string;
};

export function refuseCustomer(
  state: CollectingState,
  customer: CustomerDocument,
  principal: Principal,
): CustomerRefusal | undefined {
  return (
    refuseCustomerStatus(customer, ["active"]) ??
    refuseEntityStatus(entityOf(state, customer.realm, customer)) ??
    refuseInactiveAccess(state, customer, principal)
  );
}

/**
 * Why the consent does not cover the money. It must stand at `nowMs`; its limits are those of the period of `dueMs`, the
 * time when the money is to be taken. Before that the evidence may wait, unless it is `needed`.
 */
export function refuseCover(
  consent: ConsentDocument,
  taken: Taken,
  {
    nowMs,
    dueMs = nowMs,
    evidence,
  }: { nowMs: number; dueMs?: number; evidence: "needed" | "later" },
): CoverRefusal | undefined {
  const record = consentRecordOf(consent, dueMs);
  const standing = checkConsent({ ...record, validFromMs: nowMs }, nowMs);
  if (standing !== undefined) return standing as CoverRefusal;
  // It stands now; whether it will have ended when the money is due is seen then.
  const { expiresAtMs: _, ...lasting } = record;
  const { collectionId, currency, amountMinor, sourceAccountId } = taken;
  const wanted = { amount: BigInt(amountMinor), currency, collectionId, nowMs: dueMs };
  const isVerified = record.isVerified || evidence === "later";
  const limited = checkCollection({ ...lasting, isVerified }, wanted);
  if (limited !== undefined) return limited as CoverRefusal;
  const { consentId, accountId, status } = consent;
  const isOther = sourceAccountId !== undefined && accountId !== sourceAccountId;
  if (accountId === undefined || !isOther) return undefined;
  const message = `consent ${consentId} is for account ${accountId}, and another would be debited`;
  return refuse("consent_not_active", message, { consentId, status, limit: "accountId" });
}

/** `consent_not_active` where the account of the mandate is archived: what is known of it may have been erased. */
export function refuseDebtor(
  state: BeneficiarySight,
  { realm, consentId, status, mandate }: ConsentDocument,
): Refusal<"consent_not_active"> | undefined {
  if (mandate === undefined) return undefined;
  const { beneficiaryId } = mandate;
  const debtor = findBeneficiary(state, realm, beneficiaryId);
  invariant(debtor !== undefined, "the beneficiary of a mandate stays");
  if (debtor.status === "active") return undefined;
  const message = `beneficiary ${beneficiaryId}, which the mandate of consent ${consentId} is about, is ${debtor.status}`;
  return refuse("consent_not_active", message, { consentId, status, limit: "mandate" });
}

/** `currency_mismatch` where the rail of a mandate carries another currency. `path`: of the currency in the input, where it is there. */
export function refuseRailCurrency(
  { mandate }: Pick<ConsentDocument, "mandate">,
  {
    destinationAccountId,
    currency,
    path,
  }: { destinationAccountId: string; currency: string; path?: readonly string[] },
): Refusal<"currency_mismatch"> | undefined {
  if (mandate === undefined) return undefined;
  const { name, currency: expected = currency } = railOf(mandate.rail);
  if (expected === currency) return undefined;
  const message = `${name} carries ${expected}, not ${currency}`;
  return refuse("currency_mismatch", message, {
    ...{ expected, received: currency, accountId: destinationAccountId },
    ...(path !== undefined && {
      issues: [{ code: "currency_mismatch", message, path: [...path] }],
    }),
  });
}

/** The consent of a collection. */
export function consentOf(
  { consents }: ConsentSight,
  { realm, consentId }: Pick<CollectionDocument, "realm" | "consentId">,
): ConsentDocument {
  const consent = consents.byId(realm, consentId);
  invariant(consent !== undefined, "the consent of a collection stays");
  return consent;
}
