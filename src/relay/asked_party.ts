/** Whom a bank is told of, by name and account numbers: these are sealed at rest and stand on record as the id of a beneficiary alone. */
import type { Snapshot } from "../contract/tables/snapshot.ts";
import { beneficiaries } from "../features/beneficiary/beneficiary_noun.ts";
import { openedNumbers } from "../features/beneficiary/beneficiary_sealing.ts";
import type { Submitted } from "./asked_parts.ts";

/** Undefined where the key of the numbers was destroyed: a bank cannot pay or debit whom it is told by name alone. */
export function partyOf(
  snapshot: Snapshot,
  realm: number,
  beneficiaryId: string,
  { sealer }: Submitted,
): Record<string, unknown> | undefined {
  const found = beneficiaries.find(snapshot, realm, beneficiaryId)?.document;
  if (found?.sealed === undefined) return undefined;
  const { name, sealed, destination } = found;
  const { accountType } = destination;
  const numbers = openedNumbers(sealed, { openedOfEntity: sealer.opened });
  if (numbers === undefined) return undefined;
  return { name, ...numbers, ...(accountType !== undefined && { accountType }) };
}
