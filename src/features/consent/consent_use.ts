/**
 * How much of a consent is used. Periods are counted from `validFrom` by the Product's clock: a day, a week, or a
 * month that begins on the day of `validFrom` (on the last day of a shorter month).
 */
import { isoTime } from "../../base/iso_time.ts";
import { addMonthsToTime, DAY_MS } from "../../programs/run/calendar.ts";
import type { ConsentRecord } from "../../programs/run/world.ts";
import type { ConsentDocument } from "./consent_document.ts";

const MONTHS = 12;

/** When the period began that `nowMs` is in: `validFrom` where the consent has no period, or is not valid yet. */
export function periodStartMs(
  { limits, validFromMs }: Pick<ConsentDocument, "limits" | "validFromMs">,
  nowMs: number,
): number {
  const period = limits?.period;
  if (period === undefined || nowMs <= validFromMs) return validFromMs;
  if (period === "P1M") return monthStartMs(validFromMs, nowMs);
  const lengthMs = period === "P1D" ? DAY_MS : 7 * DAY_MS;
  return nowMs - ((nowMs - validFromMs) % lengthMs);
}

/** What is used in the present period. */
export function usedNow(
  consent: Pick<ConsentDocument, "limits" | "validFromMs" | "used">,
  nowMs: number,
): ConsentDocument["used"] {
  const sinceMs = periodStartMs(consent, nowMs);
  return consent.used.sinceMs === sinceMs ? consent.used : { count: 0, total: "0", sinceMs };
}

/** The consent as programs ask for it. */
export function consentRecordOf(consent: ConsentDocument, nowMs: number): ConsentRecord {
  const { consentId, customerId, type, status, validFromMs, expiresAtMs, revokedAtMs } = consent;
  const { currency, maxAmount, maxTotal, maxCount } = consent.limits ?? {};
  const { count, total } = usedNow(consent, nowMs);
  return {
    consentId,
    customerId,
    type,
    status,
    validFromMs,
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(revokedAtMs !== undefined && { revokedAtMs }),
    isVerified: consent.evidence.verified,
    ...(consent.mandate !== undefined && { hasMandate: true }),
    ...(currency !== undefined && { currency }),
    ...(maxAmount !== undefined && { maxAmount: BigInt(maxAmount) }),
    ...(maxTotal !== undefined && { maxTotal: BigInt(maxTotal) }),
    ...(maxCount !== undefined && { maxCount }),
    usedTotal: BigInt(total),
    usedCount: count,
  };
}

/** What is used, as answers show it. */
export function useShown({ count, total, sinceMs }: ConsentDocument["used"]) {
  return { count, total, since: isoTime(sinceMs) };
}

function monthStartMs(validFromMs: number, nowMs: number): number {
  const [from, now] = [new Date(validFromMs), new Date(nowMs)];
  const years = now.getUTCFullYear() - from.getUTCFullYear();
  const months = years * MONTHS + now.getUTCMonth() - from.getUTCMonth();
  const startMs = addMonthsToTime(validFromMs, months);
  return startMs <= nowMs ? startMs : addMonthsToTime(validFromMs, months - 1);
}
