/** What a collection does to the consent that it is made by. */
import type { ConsentDocument } from "./consent_document.ts";
import type { ConsentFact } from "./consent_noun.ts";
import { consents } from "./consent_noun.ts";
import { usedNow, useShown } from "./consent_use.ts";

/** A collection has used some of the consent; a consent without a period is consumed where nothing is left. */
export function usedFact(
  { realm: _, ...consent }: ConsentDocument,
  amount: bigint,
  { nowMs, clockMs, changedBy }: { nowMs: number; clockMs: number; changedBy: string },
): ConsentFact {
  const before = usedNow(consent, clockMs);
  const total = BigInt(before.total) + amount;
  const used = { count: before.count + 1, total: String(total), sinceMs: before.sinceMs };
  const { maxTotal, maxCount, period } = consent.limits ?? {};
  const isOver =
    (maxTotal !== undefined && total >= BigInt(maxTotal)) ||
    (maxCount !== undefined && used.count >= maxCount);
  const isConsumed = isOver && period === undefined;
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
