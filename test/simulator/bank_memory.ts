/** Checks of what a shard's memory has of beneficiaries and payouts, against the model at a frame. */
import type { ShardState } from "../../src/features/registry.ts";
import { latest, type Realm } from "./model/model.ts";

/** A violation where one of them differs from the model, or is not in it. */
export function wrongBanks(
  { beneficiaries, payouts }: ShardState,
  realms: readonly (Realm | undefined)[],
): string | undefined {
  let beneficiaryCount = 0;
  let payoutCount = 0;
  for (const [number, realm] of realms.entries()) {
    if (realm === undefined) continue;
    const { bank } = realm;
    beneficiaryCount += bank.beneficiaries.size;
    payoutCount += bank.payouts.size;
    for (const beneficiaryId of bank.beneficiaries.keys()) {
      const found = beneficiaries.byId(number, beneficiaryId);
      const expected = latest(bank.beneficiaries, beneficiaryId);
      const isSame = found?.status === expected?.status && found?.revision === expected?.revision;
      if (!isSame) return `${beneficiaryId} is ${found?.status}, not ${expected?.status}`;
    }
    for (const payoutId of bank.payouts.keys()) {
      const found = payouts.byId(number, payoutId);
      const expected = latest(bank.payouts, payoutId);
      if (found?.status !== expected?.status) {
        return `${payoutId} is ${found?.status}, not ${expected?.status}`;
      }
      if (found?.revision !== expected?.revision) {
        return `${payoutId} has the revision ${found?.revision}, not ${expected?.revision}`;
      }
      if (found?.simulatedAtMs !== expected?.simulatedAtMs) {
        return `${payoutId} goes on at ${found?.simulatedAtMs}, not ${expected?.simulatedAtMs}`;
      }
    }
  }
  if (beneficiaryCount !== beneficiaries.size) return `${beneficiaries.size} beneficiaries`;
  return payoutCount === payouts.size ? undefined : `${payouts.size} payouts, not ${payoutCount}`;
}
