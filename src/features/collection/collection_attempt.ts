/**
 * An attempt to collect, by the clock or by a caller: customer, access and consent are looked at again, then the money
 * moves, the consent is used and the collection is collected, in one record.
 */
import { invariant } from "../../base/invariant.ts";
import type { Acceptance, DecisionContext } from "../../contract/declare/operation.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { ConsentDocument } from "../consent/consent_document.ts";
import { usedFact } from "../consent/consent_used.ts";
import { type Leg, Plan } from "../ledger/ledger.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { refuseUnusable } from "../transfer/transfer_party.ts";
import { addOrFail } from "../transfer/transfer_plan.ts";
import {
  CONSENT_REFUSALS,
  CUSTOMER_REFUSALS,
  consentOf,
  refuseCover,
  refuseCustomer,
  refuseDebtor,
} from "./collection_authority.ts";
import { withoutFailure } from "./collection_change.ts";
import type { CollectionDocument } from "./collection_document.ts";
import type { CollectingState } from "./collection_facts.ts";
import { collections } from "./collection_noun.ts";

/** Codes of `refuseAuthority`, in order of precedence. */
export const AUTHORITY_REFUSALS = [
  ...CUSTOMER_REFUSALS,
  ...CONSENT_REFUSALS,
  "collection_authorization_unverified",
] as const;

/** Codes of what accounts and money say against an attempt, in order of precedence. */
export const MONEY_REFUSALS = [
  "account_frozen",
  "source_account_status_forbidden",
  "destination_account_status_forbidden",
  "exposure_cap_exceeded",
  "insufficient_balance",
] as const;

type AuthorityRefusal = Refusal<(typeof AUTHORITY_REFUSALS)[number]>;
type MoneyRefusal = Refusal<(typeof MONEY_REFUSALS)[number]>;
type AttemptRefusal = AuthorityRefusal | MoneyRefusal | Refusal<"state_constraint_failed">;

/** What the operations of attempts may emit. */
export const ATTEMPT_EVENTS = [
  "collection.processing",
  "collection.collected",
  "collection.failed",
  "consent.consumed",
  "transfer.failed",
  "transfer.posted",
] as const;

/** Why the money may not be taken now, whatever the accounts have. */
export function refuseAuthority(
  state: CollectingState,
  collection: CollectionDocument,
  context: DecisionContext,
): AuthorityRefusal | undefined {
  const { realm, customerId } = collection;
  const customer = state.customers.byId(realm, customerId);
  invariant(customer !== undefined, "the customer of a collection stays");
  const nowMs = productClockMs(state, context);
  const consent = consentOf(state, collection);
  return (
    refuseCustomer(state, customer, context.principal) ??
    refuseCover(consent, collection, { nowMs, evidence: "needed" }) ??
    refuseDebtor(state, consent)
  );
}

/** Takes the money; a refusal keeps a failed transfer where money was missing. */
export function collectedNow(
  state: CollectingState,
  before: CollectionDocument,
  context: DecisionContext,
): Acceptance | MoneyRefusal {
  const moved = movedRows(state, before, context);
  if ("refused" in moved) return moved;
  const clockMs = productClockMs(state, context);
  const changedBy = actorText(context.actor);
  const time = { nowMs: context.nowMs, clockMs, changedBy };
  const used = usedFact(consentOf(state, before), BigInt(before.amountMinor), time);
  const attempt = attemptAt(clockMs, context, { outcome: "collected" });
  const after = {
    ...withoutFailure(before),
    attempts: [...before.attempts, attempt],
    transferId: context.newId("tr"),
    status: "collected",
  } as const;
  const fact = collections.changeFact(after.status, before, after, context);
  return collections.accept(fact, context, [...moved.rows, used]);
}

/** The refusal, with the fact by which the collection keeps the attempt that failed. */
export function failedAttempt<R extends AttemptRefusal>(
  state: CollectingState,
  before: CollectionDocument,
  refusal: R,
  context: DecisionContext,
): R {
  const { code, message } = refusal;
  const clockMs = productClockMs(state, context);
  const attempt = attemptAt(clockMs, context, { outcome: "failed", code });
  const retryable = mayPass(refusal, consentOf(state, before));
  const after = {
    ...before,
    attempts: [...before.attempts, attempt],
    failure: { code, message, retryable },
    status: "failed",
  } as const;
  const fact = collections.changeFact(after.status, before, after, context);
  return { ...refusal, facts: [...refusal.facts, fact] };
}

function attemptAt(
  atMs: number,
  { newId }: DecisionContext,
  came: { outcome: "collected" } | { outcome: "failed"; code: string },
) {
  return { atMs, operationId: newId("op"), ...came };
}

function movedRows(
  { accounts }: CollectingState,
  collection: CollectionDocument,
  { place }: DecisionContext,
): { rows: readonly Fact[] } | MoneyRefusal {
  const { realm, collectionId, sourceAccountId, destinationAccountId, description } = collection;
  const sourceOrdinal = accounts.ordinalOf(realm, sourceAccountId ?? "");
  const destinationOrdinal = accounts.ordinalOf(realm, destinationAccountId ?? "");
  invariant(sourceOrdinal >= 0 && destinationOrdinal >= 0, "the accounts of a collection stay");
  const unusable = refuseUnusable(accounts, sourceOrdinal, destinationOrdinal);
  if (unusable !== undefined) return unusable;
  const plan = new Plan(accounts, place);
  const leg: Leg = {
    step: "posted",
    transferKind: "collection",
    sub: 0,
    sourceOrdinal,
    destinationOrdinal,
    amountMinor: BigInt(collection.amountMinor),
    reservedMinor: 0n,
    extras: { collectionId, ...(description !== undefined && { description }) },
  };
  const refusal = addOrFail(accounts, plan, leg);
  return refusal === undefined ? { rows: plan.rows } : { ...refusal, facts: plan.rows };
}

/** What no later attempt will find otherwise. */
const FINAL: ReadonlySet<string> = new Set([
  "consent_revoked",
  "consent_expired",
  "source_account_status_forbidden",
  "destination_account_status_forbidden",
]);
/** Limits that a new period begins anew. */
const OF_PERIODS: ReadonlySet<unknown> = new Set(["maxTotal", "maxCount"]);

/** Whether what refused the attempt may pass, so that a retry can succeed. */
function mayPass({ code, details }: Refusal, { limits }: ConsentDocument): boolean {
  if (FINAL.has(code)) return false;
  if (code === "customer_status_forbidden") return details["status"] !== "closed";
  if (code !== "consent_not_active") return true;
  if (details["limit"] === "validFrom") return true;
  return OF_PERIODS.has(details["limit"]) && limits?.period !== undefined;
}
