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
  const { count, total, sinceMs } = usedIn(before, nowMs);
  const used = { count: count + 1, total: String(BigInt(total) + amount), sinceMs };
  const { maxTotal, maxCount, period } = before.limits;
  const isUsedUp = used.total === maxTotal || used.count === maxCount;
  const status = isUsedUp && period === undefined ? "consumed" : before.status;
  changedConsent(realm, { ...before, used, status }, moment);
}

/** What is used in the period that a time is in: nothing of it in a period of which nobody has used any. */
export function usedIn(consent: ConsentShown, atMs: number): ConsentShown["used"] {
  const { used, validFromMs, limits } = consent;
  let sinceMs = validFromMs;
  for (let count = 1; limits.period !== undefined; count++) {
    const nextMs = laterBy(limits.period, count, validFromMs);
    if (nextMs > atMs) break;
    sinceMs = nextMs;
  }
  return used.sinceMs === sinceMs ? used : { count: 0, total: "0", sinceMs };
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
  if (realm.program !== undefined) put(realm.program.consents, consent.consentId, after, moment);
  return after;
}

export function consentAnswer(consent: ConsentShown): Record<string, unknown> {
  const { textDigest, isVerified, expiresAtMs, validFromMs, used, ...rest } = consent;
  const { sinceMs, ...amounts } = used;
  return {
    ...rest,
    used: { ...amounts, since: new Date(sinceMs).toISOString() },
    validFrom: new Date(validFromMs).toISOString(),
    evidence: { textDigest, verified: isVerified },
    expiresAt: expiresAtMs && new Date(expiresAtMs).toISOString(),
  };
}
