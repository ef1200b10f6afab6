/** The rules of consents (platform.md, Consent; src/features/consent/README.md). */
import type { Consent } from "../../model/naive_world.ts";
import { refusalOfUse } from "./accesses.ts";
import { beneficiaryNamed } from "./beneficiaries.ts";
import { changedConsent, consentAnswer, usedIn } from "./consent_use.ts";
import { isReferenceTaken, mandateOf, mayBeDebited } from "./mandates.ts";
import { clockOf, type Input, latest, type Moment, type Realm, type Verdict } from "./model.ts";
import type { ConsentShown } from "./program_part.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

export const CONSENT_RULES: Readonly<Record<string, Decide>> = {
  "consent.create": create,
  "consent.confirm": onConsent((realm, consent, { evidence }, moment) => {
    const status = statusAt(consent, clockOf(realm, moment.nowMs));
    if (status === "expired") return { code: "consent_expired" };
    if (status === "revoked") return { code: "consent_revoked" };
    const waits = status === "pending" || (status === "active" && !consent.isVerified);
    if (!waits) return { code: "state_conflict" };
    const { textDigest } = evidence ?? {};
    const isOther = consent.textDigest !== undefined && consent.textDigest !== textDigest;
    if (isOther) return { code: "state_conflict" };
    return answered(realm, { ...consent, textDigest, status: "active", isVerified: true }, moment);
  }),
  "consent.reject": onConsent((realm, consent, _input, moment) =>
    statusAt(consent, clockOf(realm, moment.nowMs)) === "pending"
      ? answered(realm, { ...consent, status: "rejected" }, moment)
      : { code: "state_conflict" },
  ),
  "consent.revoke": onConsent((realm, consent, _input, moment) => {
    const status = statusAt(consent, clockOf(realm, moment.nowMs));
    if (status === "revoked") return { code: "state_conflict" };
    if (status !== "active") return { code: "consent_not_active" };
    return answered(realm, { ...consent, status: "revoked" }, moment);
  }),
  "consent.expire": onConsent((realm, consent, _input, moment) =>
    answered(realm, { ...consent, status: "expired" }, moment),
  ),
};

function create(realm: Realm, input: Input, moment: Moment): Verdict {
  const { customerId = "", accountId, limits = {}, evidence, expiresAt, type = "" } = input;
  const part = realm.program;
  if (input.productId !== realm.productId) return { code: "resource_not_found" };
  const customer = latest(realm.customers, customerId);
  if (customer === undefined) return { code: "customer_not_found" };
  if (customer.status !== "active") return { code: "customer_status_forbidden" };
  const barred = refusalOfUse(realm, customer);
  if (barred !== undefined) return { code: barred };
  const debtor = beneficiaryNamed(realm, input.mandate?.beneficiaryId);
  if (input.mandate !== undefined && debtor === undefined) return { code: "resource_not_found" };
  if (accountId !== undefined) {
    const account = latest(realm.accounts, accountId);
    if (account === undefined) return { code: "account_not_found" };
    if (account.ownerId !== customerId) return { code: "account_role_owner_mismatch" };
    const { currency = account.currency } = limits;
    if (currency !== account.currency) return { code: "currency_mismatch" };
  }
  if (isReferenceTaken(realm, input.mandate?.reference)) return { code: "state_conflict" };
  if (debtor !== undefined && !mayBeDebited(debtor, input)) {
    return { code: "state_constraint_failed" };
  }
  const hasAmount = limits.maxAmount !== undefined || limits.maxTotal !== undefined;
  const isWrong = type !== "collection" || (hasAmount && limits.currency === undefined);
  if (input.limits !== undefined && isWrong) return { code: "state_constraint_failed" };
  const expiresAtMs = expiresAt === undefined ? undefined : Date.parse(expiresAt);
  const isPast = expiresAtMs !== undefined && expiresAtMs <= clockOf(realm, moment.nowMs);
  if (isPast) return { code: "state_constraint_failed" };
  if (part === undefined) throw new Error("consents are asked for where a program runs");
  const isComplete = evidence?.acceptedAt !== undefined && evidence.textDigest !== undefined;
  const consent: ConsentShown = {
    consentId: moment.id("cons"),
    customerId,
    type,
    accountId,
    mandate: debtor && mandateOf(debtor, input, moment.id("cons")),
    limits,
    used: { count: 0, total: "0", sinceMs: clockOf(realm, moment.nowMs) },
    validFromMs: clockOf(realm, moment.nowMs),
    expiresAtMs,
    textDigest: evidence?.textDigest,
    isVerified: isComplete && evidence.method !== "provider_mandate",
    status: isComplete ? "active" : "pending",
    revision: 0,
  };
  return answered(realm, consent, moment);
}

/** A consent ends at its end, whether or not the clock has said so. */
export function statusAt({ status, expiresAtMs = Infinity }: ConsentShown, nowMs: number) {
  const mayEnd = status === "pending" || status === "active";
  return mayEnd && expiresAtMs <= nowMs ? "expired" : status;
}

/** As the naive interpreter knows it, which has no periods. */
export function naiveConsent(consent: ConsentShown, nowMs: number): Consent {
  const { consentId, customerId, type, status, isVerified, limits, expiresAtMs } = consent;
  const used = usedIn(consent, nowMs);
  const { maxAmount, maxTotal, maxCount } = limits;
  const amount = (text: string | number | undefined) =>
    text === undefined ? undefined : BigInt(text);
  return {
    name: consentId,
    of: customerId,
    type,
    status,
    verified: isVerified,
    maxAmount: amount(maxAmount),
    maxTotal: amount(maxTotal),
    maxCount: amount(maxCount),
    expiresAtMs,
    usedTotal: BigInt(used.total),
    usedCount: BigInt(used.count),
    hasMandate: consent.mandate !== undefined,
  };
}

function answered(realm: Realm, consent: ConsentShown, moment: Moment): Verdict {
  return { code: undefined, answer: consentAnswer(changedConsent(realm, consent, moment)) };
}

type OnConsent = (realm: Realm, consent: ConsentShown, input: Input, moment: Moment) => Verdict;

function onConsent(rule: OnConsent): Decide {
  return (realm, input, moment) => {
    const consent = latest(realm.program?.consents ?? new Map<string, never>(), input.consentId);
    return consent === undefined
      ? { code: "consent_not_found" }
      : rule(realm, consent, input, moment);
  };
}
