/** How a simulation counts what is used of a consent. */
import type { ConsentRecord } from "./world.ts";

/** The consent with so much more used, or less. */
export function usedBy(consent: ConsentRecord, amount: bigint): ConsentRecord {
  const count = amount < 0n ? -1 : 1;
  const usedTotal = consent.usedTotal + amount;
  return { ...consent, usedTotal, usedCount: consent.usedCount + count };
}

/** The consent, which is consumed where nothing is left of it. */
export function consumed(consent: ConsentRecord): ConsentRecord {
  const { usedTotal, usedCount } = consent;
  const { maxTotal = usedTotal + 1n, maxCount = usedCount + 1 } = consent;
  const isConsumed = usedTotal >= maxTotal || usedCount >= maxCount;
  return isConsumed ? { ...consent, status: "consumed" } : consent;
}
