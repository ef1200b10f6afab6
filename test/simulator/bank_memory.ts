/** Checks of what a shard's memory has of beneficiaries and payouts, against the model at a frame. */
import type { ShardState } from "../../src/features/registry.ts";
import { latest, type Realm, type Versions } from "./model/model.ts";

/** A violation where one of them differs from the model, or is not in it. */
export function wrongBanks(
  { beneficiaries, payouts, financialAddresses, receivedCredits }: ShardState,
  realms: readonly (Realm | undefined)[],
): string | undefined {
  let beneficiaryCount = 0;
  let payoutCount = 0;
  let addressCount = 0;
  let creditCount = 0;
  for (const [number, realm] of realms.entries()) {
    if (realm === undefined) continue;
    const { bank } = realm;
    beneficiaryCount += bank.beneficiaries.size;
    payoutCount += bank.payouts.size;
    addressCount += bank.addresses.size;
    creditCount += bank.credits.size;
    const wrong =
      wrongStatus(bank.addresses, (id) => financialAddresses.byId(number, id)) ??
      wrongStatus(bank.credits, (id) => receivedCredits.byId(number, id));
    if (wrong !== undefined) return wrong;
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
      if (found?.untold?.join() !== expected?.untold?.join()) {
        return `${payoutId} has the untold ends ${found?.untold?.join()}, not ${expected?.untold?.join()}`;
      }
      if (found?.simulatedAtMs !== expected?.simulatedAtMs) {
        return `${payoutId} goes on at ${found?.simulatedAtMs}, not ${expected?.simulatedAtMs}`;
      }
    }
  }
  if (beneficiaryCount !== beneficiaries.size) return `${beneficiaries.size} beneficiaries`;
  if (addressCount !== financialAddresses.size) return `${financialAddresses.size} addresses`;
  if (creditCount !== receivedCredits.size) return `${receivedCredits.size} received credits`;
  return payoutCount === payouts.size ? undefined : `${payouts.size} payouts, not ${payoutCount}`;
}

type Standing = { status: string; revision: number };

function wrongStatus(
  things: Versions<Standing>,
  byId: (id: string) => Standing | undefined,
): string | undefined {
  for (const id of things.keys()) {
    const found = byId(id);
    const expected = latest(things, id);
    const isSame = found?.status === expected?.status && found?.revision === expected?.revision;
    const stands = `${found?.status} at revision ${found?.revision}`;
    if (!isSame) return `${id} is ${stands}, not ${expected?.status} at ${expected?.revision}`;
  }
  return undefined;
}
