/** What a collection does to the consent that it is made by. */
import type { ConsentDocument } from "./consent_document.ts";
import type { ConsentFact } from "./consent_noun.ts";
import { consents } from "./consent_noun.ts";
import { periodStartMs, usedNow, useShown } from "./consent_use.ts";

const NOTHING = { count: 0, total: "0" };

type At = { nowMs: number; clockMs: number; changedBy: string };

/** A collection has used some of the consent; a consent without a period is consumed where nothing is left. */
export function usedFact(
  { realm: _, ...consent }: ConsentDocument,
  amount: bigint,
  { nowMs, clockMs, changedBy }: At,
): ConsentFact {
  const before = usedNow(consent, clockMs);
  const total = BigInt(before.total) + amount;
  const used = { count: before.count + 1, total: String(total), sinceMs: before.sinceMs };
  const isConsumed = isUsedUp(consent, { count: used.count, total });
  const after = {
    ...consent,
    used,
    ...(isConsumed && { status: "consumed" as const }),
    updatedAtMs: nowMs,
    revision: consent.revision + 1,
    changedBy,
  };
  if (!isConsumed) return consents.fact("used", after);
  const previous = { status: consent.status, used: useShown(consent.used) };
  return consents.fact("consumed", after, previous);
}

/** A bank is asked to collect by a mandate: that counts as used from now on, and uses nothing up until the bank has the money. */
export function askedFact(
  { realm: _, ...consent }: ConsentDocument,
  amount: bigint,
  { nowMs, clockMs, changedBy }: At,
): ConsentFact {
  const { count, total, sinceMs } = usedNow(consent, clockMs);
  const used = { count: count + 1, total: String(BigInt(total) + amount), sinceMs };
  const underWay = underWayWith(consent, { count: 1, amount });
  const { revision } = consent;
  return consents.fact("used", {
    ...{ ...consent, used, underWay },
    ...{ updatedAtMs: nowMs, revision: revision + 1, changedBy },
  });
}

/** The bank has the money: the mandate was used, and the consent is consumed where that has used it up. */
export function settledFact(
  { realm: _, ...consent }: ConsentDocument,
  amount: bigint,
  { nowMs, changedBy }: At,
): ConsentFact {
  const { mandate, status, revision } = consent;
  const underWay = underWayWith(consent, { count: -1, amount: -amount });
  const isConsumed = status === "active" && isUsedUp(consent, settledOf({ ...consent, underWay }));
  const after = {
    ...{ ...consent, underWay },
    ...(mandate !== undefined && { mandate: { ...mandate, isUsed: true as const } }),
    ...(isConsumed && { status: "consumed" as const }),
    ...{ updatedAtMs: nowMs, revision: revision + 1, changedBy },
  };
  return isConsumed ? consents.fact("consumed", after, { status }) : consents.fact("used", after);
}

/** The bank does not collect: what was used at `askedAtMs` is given back, where its period is still the one that is counted in. */
export function givenBackFact(
  { realm: _, ...consent }: ConsentDocument,
  { amount, askedAtMs }: { amount: bigint; askedAtMs: number },
  { nowMs, changedBy }: At,
): ConsentFact {
  const { used, revision } = consent;
  const isSamePeriod = periodStartMs(consent, askedAtMs) === used.sinceMs;
  const left = { count: used.count - 1, total: String(BigInt(used.total) - amount) };
  return consents.fact("used", {
    ...consent,
    ...(isSamePeriod && { used: { ...used, ...left } }),
    underWay: underWayWith(consent, { count: -1, amount: -amount }),
    ...{ updatedAtMs: nowMs, revision: revision + 1, changedBy },
  });
}

/** A bank has collected after all: what was given back is used, where its period is still the one that is counted in, and so is the mandate. */
export function usedAfterAllFact(
  { realm: _, ...consent }: ConsentDocument,
  { amount, askedAtMs }: { amount: bigint; askedAtMs: number },
  { nowMs, changedBy }: Omit<At, "clockMs">,
): ConsentFact {
  const { mandate, status, revision } = consent;
  const isSamePeriod = periodStartMs(consent, askedAtMs) === consent.used.sinceMs;
  const { count, total, sinceMs } = consent.used;
  const more = { count: count + 1, total: String(BigInt(total) + amount), sinceMs };
  const used = isSamePeriod ? more : consent.used;
  const isConsumed = status === "active" && isUsedUp(consent, settledOf({ ...consent, used }));
  const after = {
    ...{ ...consent, used },
    ...(mandate !== undefined && { mandate: { ...mandate, isUsed: true as const } }),
    ...(isConsumed && { status: "consumed" as const }),
    ...{ updatedAtMs: nowMs, revision: revision + 1, changedBy },
  };
  if (!isConsumed) return consents.fact("used", after);
  const previous = { status, ...(isSamePeriod && { used: useShown(consent.used) }) };
  return consents.fact("consumed", after, previous);
}

/** What is used of the consent without what banks are asked for. */
function settledOf({ used, underWay = NOTHING }: Pick<ConsentDocument, "used" | "underWay">) {
  return {
    count: used.count - underWay.count,
    total: BigInt(used.total) - BigInt(underWay.total),
  };
}

function underWayWith(
  { underWay = NOTHING }: Pick<ConsentDocument, "underWay">,
  { count, amount }: { count: number; amount: bigint },
): { count: number; total: string } {
  return { count: underWay.count + count, total: String(BigInt(underWay.total) + amount) };
}

/** Whether nothing is left of a consent without a period. */
function isUsedUp(
  { limits }: Pick<ConsentDocument, "limits">,
  { count, total }: { count: number; total: bigint },
): boolean {
  const { maxTotal, maxCount, period } = limits ?? {};
  if (period !== undefined) return false;
  return (
    (maxTotal !== undefined && total >= BigInt(maxTotal)) ||
    (maxCount !== undefined && count >= maxCount)
  );
}
