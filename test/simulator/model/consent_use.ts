/** How much of a consent is used, and a new version of one (src/features/consent/README.md). */
import { addMonths } from "../../model/naive_calendar.ts";
import { latest, type Moment, put, type Realm } from "./model.ts";
import type { ConsentShown } from "./program_part.ts";

const DAY_MS = 86_400_000;

/** A collection has used some of it. What is used up and has no period is consumed. */
export function usedConsent(
  realm: Realm,
  { consentId, amount, nowMs }: { consentId: string; amount: bigint; nowMs: number },
  moment: Moment,
): void {
  const before = consentNamed(realm, consentId);
  const used = usedWith(before, nowMs, amount);
  const { maxTotal, maxCount, period } = before.limits;
  const isUsedUp = used.total === maxTotal || used.count === maxCount;
  const status = isUsedUp && period === undefined ? "consumed" : before.status;
  changedConsent(realm, { ...before, used, status }, moment);
}

/** What a bank is asked for by a mandate. It counts as used from then on, and uses nothing up. */
export function askedOf(
  realm: Realm,
  { consentId, amount, nowMs }: { consentId: string; amount: bigint; nowMs: number },
  moment: Moment,
): void {
  const before = consentNamed(realm, consentId);
  const used = usedWith(before, nowMs, amount);
  changedConsent(realm, { ...before, used, underWay: underWayWith(before, 1, amount) }, moment);
}

/** The bank has the money: that uses a consent up where what banks have, without what they are asked for, is all of it. */
export function settledOf(
  realm: Realm,
  { consentId, amount }: { consentId: string; amount: bigint },
  moment: Moment,
): void {
  const before = consentNamed(realm, consentId);
  const underWay = underWayWith(before, -1, -amount);
  const { maxTotal, maxCount, period } = before.limits;
  const count = before.used.count - underWay.count;
  const total = BigInt(before.used.total) - BigInt(underWay.total);
  const isUsedUp =
    (maxTotal !== undefined && total >= BigInt(maxTotal)) ||
    (maxCount !== undefined && count >= maxCount);
  const isConsumed = before.status === "active" && isUsedUp && period === undefined;
  const status = isConsumed ? "consumed" : before.status;
  changedConsent(realm, { ...before, underWay, status }, moment);
}

/** The bank does not collect: what was used is given back, where its period is the one that is counted in. */
export function givenBackOf(
  realm: Realm,
  { consentId, amount, askedAtMs }: { consentId: string; amount: bigint; askedAtMs: number },
  moment: Moment,
): void {
  const before = consentNamed(realm, consentId);
  const { used } = before;
  const isCounted = periodOf(before, askedAtMs) === used.sinceMs;
  const left = { count: used.count - 1, total: String(BigInt(used.total) - amount) };
  const after = isCounted ? { ...before, used: { ...used, ...left } } : before;
  changedConsent(realm, { ...after, underWay: underWayWith(before, -1, -amount) }, moment);
}

function usedWith(before: ConsentShown, nowMs: number, amount: bigint): ConsentShown["used"] {
  const { count, total, sinceMs } = usedIn(before, nowMs);
  return { count: count + 1, total: String(BigInt(total) + amount), sinceMs };
}

function underWayWith(
  { underWay = { count: 0, total: "0" } }: ConsentShown,
  count: number,
  amount: bigint,
): { count: number; total: string } {
  return { count: underWay.count + count, total: String(BigInt(underWay.total) + amount) };
}

/** What is used in the period that a time is in: nothing of it in a period of which nobody has used any. */
export function usedIn(consent: ConsentShown, atMs: number): ConsentShown["used"] {
  const { used } = consent;
  const sinceMs = periodOf(consent, atMs);
  return used.sinceMs === sinceMs ? used : { count: 0, total: "0", sinceMs };
}

/** When the period began that a time is in. */
function periodOf({ validFromMs, limits }: ConsentShown, atMs: number): number {
  let sinceMs = validFromMs;
  for (let count = 1; limits.period !== undefined; count++) {
    const nextMs = laterBy(limits.period, count, validFromMs);
    if (nextMs > atMs) break;
    sinceMs = nextMs;
  }
  return sinceMs;
}

/** When the period of this number begins, counted from the first one. */
function laterBy(period: string, count: number, fromMs: number): number {
  if (period === "P1D") return fromMs + count * DAY_MS;
  if (period === "P1W") return fromMs + count * 7 * DAY_MS;
  return (addMonths({ timeMs: fromMs }, BigInt(count), true) as { timeMs: number }).timeMs;
}

function consentNamed(realm: Realm, consentId: string): ConsentShown {
  const found = latest(realm.program?.consents ?? new Map<string, never>(), consentId);
  if (found === undefined) throw new Error("a consent that is used is there");
  return found;
}

export function changedConsent(realm: Realm, consent: ConsentShown, moment: Moment): ConsentShown {
  const after = { ...consent, revision: consent.revision + 1 };
  if (realm.program === undefined) throw new Error("consents are where a program runs");
  put(realm.program.consents, consent.consentId, after, moment);
  realm.program.changes++;
  return after;
}

export function consentAnswer(consent: ConsentShown): Record<string, unknown> {
  const { textDigest, isVerified, expiresAtMs, validFromMs, used, underWay: _, ...rest } = consent;
  const { sinceMs, ...amounts } = used;
  return {
    ...rest,
    used: { ...amounts, since: new Date(sinceMs).toISOString() },
    validFrom: new Date(validFromMs).toISOString(),
    evidence: { textDigest, verified: isVerified },
    expiresAt: expiresAtMs && new Date(expiresAtMs).toISOString(),
  };
}
