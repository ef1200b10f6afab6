/** Whom a bank is told of, by name and account numbers: these are sealed at rest and stand on record as the id of a beneficiary alone. */
import type { Snapshot } from "../contract/tables/snapshot.ts";
import { beneficiaries } from "../features/beneficiary/beneficiary_noun.ts";
import { openedNumbers } from "../features/beneficiary/beneficiary_sealing.ts";
import type { Submitted } from "./asked_parts.ts";

/** Without the numbers whose key was destroyed: what has none is for the provider to refuse. */
export function partyOf(
  snapshot: Snapshot,
  realm: number,
  beneficiaryId: string,
  { sealer }: Submitted,
): Record<string, unknown> {
  const found = beneficiaries.find(snapshot, realm, beneficiaryId)?.document;
  if (found === undefined) return {};
  const { name, sealed, destination } = found;
  const { accountType } = destination;
  const numbers = sealed && openedNumbers(sealed, { openedOfEntity: sealer.opened });
  return { name, ...numbers, ...(accountType !== undefined && { accountType }) };
}
