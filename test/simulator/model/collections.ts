/** The rules of collections that are made by hand (platform.md, Collection; src/features/collection/README.md). */
import { refusalOfUse } from "./accesses.ts";
import { newAsked } from "./asked.ts";
import { sepaSettlement } from "./bank_days.ts";
import type { Asked } from "./bank_part.ts";
import { beneficiaryNamed } from "./beneficiaries.ts";
import { changedCollection, collectionAnswer, consentOf } from "./collection_shown.ts";
import { simulatedCollection } from "./collection_subject.ts";
import { askedOf, usedConsent, usedIn } from "./consent_use.ts";
import { statusAt } from "./consents.ts";
import {
  type Account,
  type Customer,
  clockOf,
  type Input,
  latest,
  type Moment,
  type Realm,
  type Verdict,
} from "./model.ts";
import { move } from "./money.ts";
import { bankOf } from "./outside_money.ts";
import type { CollectionShown, ConsentShown, ProgramPart } from "./program_part.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;
type OnCollection = (
  realm: Realm,
  collection: CollectionShown,
  input: Input,
  moment: Moment,
) => Verdict;

/** What the rails of mandates carry. */
const CARRIED: Readonly<Record<string, string>> = { sepa: "EUR" };

export const COLLECTION_RULES: Readonly<Record<string, Decide>> = {
  "collection.create": create,
  "collection.collect": onCollection((realm, before, _input, moment) => {
    const forbidden = refusalOfStatus(before, ["scheduled"]) ?? refusalOf(realm, before, moment);
    return forbidden ?? taken(realm, before, moment);
  }),
  "collection.run": onCollection((realm, before, _input, moment) => {
    const at = dueMoment(before, moment);
    const refused = refusalOf(realm, before, at);
    return refused === undefined
      ? withoutWaiting(taken(realm, before, at))
      : failed(realm, before, refused, at);
  }),
  "collection.confirm": onCollection((realm, before, { transferId = "" }, moment) => {
    const forbidden = refusalOfStatus(before, ["scheduled", "failed"]);
    if (forbidden !== undefined) return forbidden;
    const transfer = latest(realm.transfers, transferId);
    if (transfer === undefined) return { code: "transfer_not_found" };
    const { bound } = realm.program as ProgramPart;
    const { kind, status, amount, reversed, currency } = transfer;
    const settles =
      (kind === "book" || kind === "hold") &&
      status === "posted" &&
      reversed === 0n &&
      String(amount) === before.amount &&
      currency === before.currency &&
      isSource(realm, before, transfer.sourceAccountId) &&
      transfer.destinationAccountId === before.destinationAccountId &&
      !bound.has(transferId);
    if (!settles) return { code: "collection_transfer_mismatch" };
    bound.add(transferId);
    return changed(
      realm,
      { ...before, transferId, failure: undefined, status: "collected" },
      moment,
    );
  }),
  "collection.retry": onCollection((realm, before, { dueAt }, moment) => {
    const forbidden = refusalOfStatus(before, ["failed"]);
    if (forbidden !== undefined) return forbidden;
    const nowMs = clockOf(realm, moment.nowMs);
    const dueMs = Math.max(nowMs, dueAt === undefined ? nowMs : Date.parse(dueAt));
    const consent = consentOf(realm, before.consentId) as ConsentShown;
    const refused = refusalOfCover(consent, before, { nowMs, dueMs, needsProof: true });
    if (refused !== undefined) return { code: refused.code };
    const again = { dueAt: new Date(dueMs).toISOString(), status: "scheduled" } as const;
    return changed(realm, { ...before, ...again, failure: undefined }, moment);
  }),
  "collection.cancel": onCollection(
    (realm, before, { reason }, moment) =>
      refusalOfStatus(before, ["scheduled", "failed"]) ??
      changed(realm, { ...before, cancellationReason: reason, status: "cancelled" }, moment),
  ),
  "collection.simulate": onCollection((realm, before, _input, moment) => ({
    code: undefined,
    answer: collectionAnswer(simulatedCollection(realm, before, moment)),
  })),
};

function create(realm: Realm, input: Input, moment: Moment): Verdict {
  const { customerId = "", consentId = "", amount = "", currency = "", dueAt = "" } = input;
  const { sourceAccountId, destinationAccountId = "" } = input;
  if (input.productId !== realm.productId) return { code: "resource_not_found" };
  const customer = latest(realm.customers, customerId);
  if (customer === undefined) return { code: "customer_not_found" };
  const barred = refusalOfCustomer(realm, customer);
  if (barred !== undefined) return { code: barred };
  const consent = consentOf(realm, consentId);
  if (consent?.customerId !== customerId) return { code: "consent_not_found" };
  const nowMs = clockOf(realm, moment.nowMs);
  const dueMs = Math.max(nowMs, Date.parse(dueAt));
  const taken = { amount, currency, ...(sourceAccountId !== undefined && { sourceAccountId }) };
  const refused = refusalOfCover(consent, taken, { nowMs, dueMs, needsProof: false });
  if (refused !== undefined) return { code: refused.code };
  const source = latest(realm.accounts, sourceAccountId ?? "");
  const destination = latest(realm.accounts, destinationAccountId);
  const isUnknown = sourceAccountId !== undefined && source === undefined;
  if (isUnknown || destination === undefined) return { code: "account_not_found" };
  // A mandate says itself what is debited; without one an account must be named.
  const { mandate } = consent;
  if ((source === undefined) === (mandate === undefined))
    return { code: "state_constraint_failed" };
  const isOwn =
    source === undefined || (source.ownerType === "customer" && source.ownerId === customerId);
  const isReserved = destination.ownerType === "object" || destination.ownerType === "platform";
  if (consent.type !== "collection" || !isOwn || isReserved) {
    return { code: "state_constraint_failed" };
  }
  const carried = source?.currency ?? CARRIED[mandate?.rail ?? ""];
  if (carried !== currency || destination.currency !== currency) {
    return { code: "currency_mismatch" };
  }
  const collection: CollectionShown = {
    ...{ collectionId: moment.id("coll"), customerId, consentId },
    ...{ objectId: undefined, scheduleId: undefined, destinationAccountId, rail: mandate?.rail },
    ...(sourceAccountId !== undefined && { sourceAccountId }),
    ...{ amount, currency, dueAt: new Date(dueMs).toISOString(), transferId: undefined },
    ...{ attempts: [], failure: undefined, cancellationReason: undefined },
    ...{ status: "scheduled", revision: 0 },
  };
  return changed(realm, collection, moment);
}

/** Why nobody may take the money now, and whether that may pass. */
type Refused = { code: string; mayPass: boolean };

/** The customer, its access and its consent, as they stand when the money is taken. */
function refusalOf(
  realm: Realm,
  { customerId, consentId, ...taken }: CollectionShown,
  moment: Moment,
): Refused | undefined {
  const customer = latest(realm.customers, customerId) as Customer;
  const code = refusalOfCustomer(realm, customer);
  const isClosed = code === "customer_status_forbidden" && customer.status === "closed";
  if (code !== undefined) return { code, mayPass: !isClosed };
  const nowMs = clockOf(realm, moment.nowMs);
  const consent = consentOf(realm, consentId) as ConsentShown;
  const refused = refusalOfCover(consent, taken, { nowMs, dueMs: nowMs, needsProof: true });
  if (refused !== undefined || consent.mandate === undefined) return refused;
  const debtor = beneficiaryNamed(realm, consent.mandate.beneficiaryId);
  return debtor?.status === "active" ? undefined : { code: "consent_not_active", mayPass: false };
}

function refusalOfCustomer(realm: Realm, customer: Customer): string | undefined {
  return customer.status === "active" ? refusalOfUse(realm, customer) : "customer_status_forbidden";
}

/** The consent stands at `nowMs`, and covers the money in the period of `dueMs`. */
function refusalOfCover(
  consent: ConsentShown,
  taken: Pick<CollectionShown, "amount" | "currency" | "sourceAccountId">,
  { nowMs, dueMs, needsProof }: { nowMs: number; dueMs: number; needsProof: boolean },
): Refused | undefined {
  const status = statusAt(consent, nowMs);
  if (status === "revoked") return { code: "consent_revoked", mayPass: false };
  // Of one that was rejected or is used up, too, a caller hears first that its time is over.
  const isOver = status === "expired" || (consent.expiresAtMs ?? Infinity) <= nowMs;
  if (isOver) return { code: "consent_expired", mayPass: false };
  const exceeded = (mayPass: boolean) => ({ code: "consent_not_active", mayPass });
  if (status !== "active") return exceeded(false);
  if (needsProof && !consent.isVerified) {
    return { code: "collection_authorization_unverified", mayPass: true };
  }
  const { currency, maxAmount, maxTotal, maxCount, period } = consent.limits;
  const amount = BigInt(taken.amount);
  if (currency !== undefined && currency !== taken.currency) return exceeded(false);
  if (maxAmount !== undefined && amount > BigInt(maxAmount)) return exceeded(false);
  const { total, count } = usedIn(consent, dueMs);
  const isTooMuch = maxTotal !== undefined && BigInt(total) + amount > BigInt(maxTotal);
  const isTooOften = maxCount !== undefined && count + 1 > maxCount;
  // What is used up of a period is there again in the next one.
  if (isTooMuch || isTooOften) return exceeded(period !== undefined);
  const { sourceAccountId = consent.accountId } = taken;
  const isOther = consent.accountId !== undefined && consent.accountId !== sourceAccountId;
  return isOther ? exceeded(false) : undefined;
}

/** By a mandate a bank is asked; else the money is taken here. */
function taken(realm: Realm, before: CollectionShown, moment: Moment): Verdict {
  const isOfBank = before.rail !== undefined;
  return isOfBank ? asked(realm, before, moment) : collected(realm, before, moment);
}

/** Asks the bank for the money, which counts as used; or notes that the destination can take none. */
function asked(realm: Realm, before: CollectionShown, moment: Moment): Verdict {
  const { destinationAccountId = "" } = before;
  const unusable = refusalOfDestination(realm, destinationAccountId);
  if (unusable !== undefined) return failed(realm, before, unusable, moment);
  const nowMs = clockOf(realm, moment.nowMs);
  const { collection, asked } = askBank(realm, before, nowMs, moment);
  return { code: undefined, answer: collectionAnswer(collection), asked };
}

/** Asks the bank at `nowMs`, whoever wants the money. */
export function askBank(
  realm: Realm,
  before: CollectionShown,
  nowMs: number,
  moment: Moment,
): { collection: CollectionShown; asked: Asked } {
  const { consentId, collectionId, amount } = before;
  askedOf(realm, { consentId, amount: BigInt(amount), nowMs }, moment);
  const at = new Date(nowMs).toISOString();
  const operationId = moment.id("op");
  const attempt = { at, operationId, outcome: "processing", code: undefined };
  const after = {
    ...before,
    attempts: [...before.attempts, attempt],
    failure: undefined,
    provider: bankOf(realm),
    expectedSettlementDate: sepaSettlement(nowMs).arrivesOn,
    status: "processing" as const,
  };
  const collection = changedCollection(realm, after, moment);
  const accepts = collectionAnswer(collection);
  const asks = { subject: "collection", subjectId: collectionId, amount } as const;
  return { collection, asked: newAsked(realm, { ...asks, accepts }, moment) };
}

/** The clock waits for no bank. */
function withoutWaiting(verdict: Verdict): Verdict {
  return verdict.code === undefined ? { code: undefined, answer: verdict.answer } : verdict;
}

/** In place of the account of a mandate stands any account of the customer. */
function isSource(
  { accounts }: Realm,
  { rail, sourceAccountId, customerId }: CollectionShown,
  accountId: string,
): boolean {
  return rail === undefined
    ? accountId === sourceAccountId
    : latest(accounts, accountId)?.ownerId === customerId;
}

/** Takes the money and uses the consent; or notes that the accounts refuse it. */
function collected(realm: Realm, before: CollectionShown, moment: Moment): Verdict {
  const { consentId, currency, sourceAccountId = "", destinationAccountId = "" } = before;
  const amount = BigInt(before.amount);
  const unusable = refusalOfAccounts(realm, sourceAccountId, destinationAccountId);
  if (unusable !== undefined) return failed(realm, before, unusable, moment);
  const parties = { sourceAccountId, destinationAccountId, currency };
  const missing = move(realm, { ...parties, amount, kind: "collection" }, moment, 0);
  if (missing !== undefined) return failed(realm, before, { ...missing, mayPass: true }, moment);
  const nowMs = clockOf(realm, moment.nowMs);
  usedConsent(realm, { consentId, amount, nowMs }, moment);
  const attempt = attemptNow(realm, "collected", undefined, moment);
  const attempts = [...before.attempts, attempt];
  const after = { transferId: moment.id("tr"), failure: undefined, status: "collected" } as const;
  return changed(realm, { ...before, ...after, attempts }, moment);
}

function refusalOfAccounts(
  realm: Realm,
  sourceAccountId: string,
  destinationAccountId: string,
): Refused | undefined {
  const source = latest(realm.accounts, sourceAccountId) as Account;
  const unusable = refusalOfDestination(realm, destinationAccountId);
  const isFrozen = source.freezes.length > 0 || unusable?.code === "account_frozen";
  if (isFrozen) return { code: "account_frozen", mayPass: true };
  return source.status === "closed"
    ? { code: "source_account_status_forbidden", mayPass: false }
    : unusable;
}

function refusalOfDestination(realm: Realm, accountId: string): Refused | undefined {
  const destination = latest(realm.accounts, accountId) as Account;
  const takesNothing = destination.freezes.some(({ mode }) => mode === "all");
  if (takesNothing) return { code: "account_frozen", mayPass: true };
  if (destination.status !== "closed") return undefined;
  return { code: "destination_account_status_forbidden", mayPass: false };
}

function failed(
  realm: Realm,
  before: CollectionShown,
  { code, mayPass: retryable }: Refused,
  moment: Moment,
): Verdict {
  const attempts = [...before.attempts, attemptNow(realm, "failed", code, moment)];
  changed(realm, { ...before, attempts, failure: { code, retryable }, status: "failed" }, moment);
  return { code };
}

function attemptNow(realm: Realm, outcome: string, code: string | undefined, moment: Moment) {
  const at = new Date(clockOf(realm, moment.nowMs)).toISOString();
  return { at, operationId: moment.id("op"), outcome, code };
}

/** In live, too, the clock takes the money as if it had come in time. */
function dueMoment({ dueAt }: CollectionShown, moment: Moment): Moment {
  return { ...moment, nowMs: Date.parse(dueAt) };
}

/** Of a collection that an object asks for nothing is allowed. */
function refusalOfStatus(
  { status, objectId }: CollectionShown,
  allowed: readonly CollectionShown["status"][],
): { code: string; details: Record<string, unknown> } | undefined {
  const mayBe = objectId === undefined ? allowed : [];
  if (mayBe.includes(status)) return undefined;
  return { code: "collection_status_forbidden", details: { status, allowed: mayBe } };
}

function changed(realm: Realm, collection: CollectionShown, moment: Moment): Verdict {
  const after = changedCollection(realm, collection, moment);
  return { code: undefined, answer: collectionAnswer(after) };
}

function onCollection(rule: OnCollection): Decide {
  return (realm, input, moment) => {
    const none = new Map<string, never>();
    const collection = latest(realm.program?.collections ?? none, input.collectionId);
    return collection === undefined
      ? { code: "collection_not_found" }
      : rule(realm, collection, input, moment);
  };
}
