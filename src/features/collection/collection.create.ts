/** collection.create: money that shall be taken from a customer under a consent, at a time to come or at once. */
import { type DecisionContext, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { actorText } from "../../contract/records/actor.ts";
import { type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { parseTimestamp } from "../../contract/values/timestamp_text.ts";
import type { ConsentDocument } from "../consent/consent_document.ts";
import { consentNotFound } from "../consent/consent_noun.ts";
import { customerNotFound } from "../customer/customer_noun.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { currencyMismatch } from "../transfer/transfer_party.ts";
import { checkParties } from "../transfer/transfer_plan.ts";
import {
  CONSENT_REFUSALS,
  CUSTOMER_REFUSALS,
  refuseCover,
  refuseCustomer,
  refuseRailCurrency,
} from "./collection_authority.ts";
import { refuseWithoutCapability } from "./collection_capability.ts";
import type { CollectingState, CollectionFact } from "./collection_facts.ts";
import { collections } from "./collection_noun.ts";
import { Collection, CollectionDraft } from "./collection_schema.ts";

export const collectionCreate = declareWrite<CollectingState>()({
  id: "collection.create",
  summary: "Create a collection",
  description:
    "Money of a customer who is active and has active access, under a consent of that customer to collections. The clock takes it at `dueAt`, or right away where that has passed; the answer is always `scheduled`. The consent must stand now and cover the amount. Under a consent with a mandate a bank takes the money, and there is no `sourceAccountId`. Customer, access, consent and accounts are looked at again when the money is taken.",
  http: { method: "POST", path: "/collections", status: 201 },
  principals: PRODUCT_CALLERS,
  scope: "collections:write",
  body: CollectionDraft,
  output: Collection,
  refusals: [
    "resource_not_found",
    "missing_required_workspace_capability",
    "customer_not_found",
    ...CUSTOMER_REFUSALS,
    "consent_not_found",
    ...CONSENT_REFUSALS,
    "account_not_found",
    "state_constraint_failed",
    "currency_mismatch",
    "ledger_unavailable",
  ],
  events: ["collection.scheduled"],
  check: checkParties,
  decide(state, draft, context) {
    const { realm, principal, newId } = context;
    const closed =
      refuseOtherProduct(principal, draft.productId) ?? refuseWithoutCapability(state, realm);
    if (closed !== undefined) return closed;
    const customer = state.customers.byId(realm, draft.customerId);
    if (customer === undefined) return customerNotFound(draft.customerId);
    const inactive = refuseCustomer(state, customer, principal);
    if (inactive !== undefined) return inactive;
    const consent = state.consents.byId(realm, draft.consentId);
    // A consent is the customer's own: that of another customer is answered as an unknown one.
    if (consent === undefined || consent.customerId !== draft.customerId) {
      return consentNotFound(draft.consentId);
    }
    const nowMs = productClockMs(state, context);
    const dueMs = Math.max(nowMs, parseTimestamp(draft.dueAt) as number);
    const { amount: amountMinor, currency, sourceAccountId } = draft;
    const taken = {
      ...{ collectionId: newId("coll"), amountMinor, currency },
      ...(sourceAccountId !== undefined && { sourceAccountId }),
    };
    const refusal =
      refuseCover(consent, taken, { nowMs, dueMs, evidence: "later" }) ??
      refuseAccounts(state, consent, draft, realm);
    if (refusal !== undefined) return refusal as Refusal<(typeof CONSENT_REFUSALS)[number]>;
    const collection = collectionOf(draft, consent, dueMs, context);
    return collections.accept(collections.fact("scheduled", collection), context);
  },
});

function refuseAccounts(
  { accounts }: CollectingState,
  consent: ConsentDocument,
  draft: CollectionDraft,
  realm: number,
): Refusal<"account_not_found" | "state_constraint_failed" | "currency_mismatch"> | undefined {
  const { sourceAccountId, destinationAccountId, currency } = draft;
  const source =
    sourceAccountId === undefined ? undefined : accounts.ordinalOf(realm, sourceAccountId);
  if (source !== undefined && source < 0) {
    return accountNotFound(sourceAccountId ?? "", "sourceAccountId");
  }
  const destination = accounts.ordinalOf(realm, destinationAccountId);
  if (destination < 0) return accountNotFound(destinationAccountId, "destinationAccountId");
  if (consent.type !== "collection") {
    const message = `consent ${consent.consentId} is of the type ${consent.type}, must be collection`;
    return broken("consent_of_collections", message, "consentId");
  }
  const unfit = refuseSource(accounts, consent, source, draft);
  if (unfit !== undefined) return unfit;
  const { ownerType: receiver } = accounts.document(destination);
  if (receiver === "object" || receiver === "platform") {
    const message = `account ${destinationAccountId} belongs to ${receiver === "object" ? "an object" : "the platform"}, which collects nothing by hand`;
    return broken("destination_account_kind", message, "destinationAccountId");
  }
  const other = [source, destination].find(
    (ordinal) => ordinal !== undefined && !accounts.hasCurrency(ordinal, currency),
  );
  if (other !== undefined) return currencyMismatch(accounts, other, currency);
  return refuseRailCurrency(consent, { destinationAccountId, currency, path: ["currency"] });
}

/** The source is an account of the customer; a mandate says itself what is debited. */
function refuseSource(
  accounts: AccountTable,
  { consentId, mandate }: ConsentDocument,
  source: number | undefined,
  { sourceAccountId, customerId }: Pick<CollectionDraft, "sourceAccountId" | "customerId">,
): Refusal<"state_constraint_failed"> | undefined {
  if (mandate !== undefined) {
    if (source === undefined) return undefined;
    const message = `consent ${consentId} has a mandate, which says what is debited; leave sourceAccountId out`;
    return broken("source_of_mandate", message, "sourceAccountId");
  }
  if (source === undefined) {
    const message = `consent ${consentId} has no mandate, so sourceAccountId must say which account is debited`;
    return broken("source_account_needed", message, "sourceAccountId");
  }
  const { ownerType, ownerId } = accounts.document(source);
  if (ownerType === "customer" && ownerId === customerId) return undefined;
  const message = `account ${sourceAccountId} is not owned by customer ${customerId}`;
  return broken("source_account_of_customer", message, "sourceAccountId");
}

function broken(constraint: string, message: string, field: string) {
  return refuseConstraint(constraint, message, {
    issues: [{ code: constraint, message, path: [field] }],
  });
}

function collectionOf(
  draft: CollectionDraft,
  { mandate }: ConsentDocument,
  dueAtMs: number,
  { nowMs, actor, newId }: DecisionContext,
): CollectionFact["collection"] {
  const { description, sourceAccountId } = draft;
  return {
    collectionId: newId("coll"),
    customerId: draft.customerId,
    consentId: draft.consentId,
    ...(sourceAccountId !== undefined && { sourceAccountId }),
    destinationAccountId: draft.destinationAccountId,
    amountMinor: draft.amount,
    currency: draft.currency,
    ...(mandate !== undefined && { rail: mandate.rail }),
    ...(description !== undefined && { description }),
    dueAtMs,
    attempts: [],
    status: "scheduled",
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    revision: 1,
    changedBy: actorText(actor),
  };
}
