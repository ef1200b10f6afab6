/**
 * What is asked of a payout: to send it, with the name and the account numbers of the beneficiary, which are sealed at rest and
 * stand on record as an id alone; or to give it up.
 */
import type { Snapshot } from "../contract/tables/snapshot.ts";
import { beneficiaries } from "../features/beneficiary/beneficiary_noun.ts";
import { openedNumbers } from "../features/beneficiary/beneficiary_sealing.ts";
import { payouts } from "../features/payout/payout_noun.ts";
import type { PayoutRequest } from "../features/payout/payout_request.ts";
import type { AskedOf, Submitted } from "./asked_parts.ts";

export const askedOfPayout: AskedOf = (snapshot, { realm, request }, submitted) => {
  const asked = request as PayoutRequest;
  if (asked.action === "cancel") return { request, files: [] };
  const { beneficiaryId = "", ...sent } = asked;
  const description = payouts.find(snapshot, realm, asked.payoutId)?.document.description;
  return {
    request: {
      ...sent,
      creditor: creditorOf(snapshot, realm, beneficiaryId, submitted),
      ...(description !== undefined && { description }),
    },
    files: [],
  };
};

/** Without the numbers whose key was destroyed: such a payout is for the provider to refuse. */
function creditorOf(
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
