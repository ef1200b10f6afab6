/**
 * What is asked of a payout: to send it, with the name and the account numbers of the beneficiary, which are sealed at rest and
 * stand on record as an id alone; or to give it up.
 */
import { payouts } from "../features/payout/payout_noun.ts";
import type { PayoutRequest } from "../features/payout/payout_request.ts";
import { NUMBERS_ERASED } from "../features/provider_request/erased_numbers.ts";
import type { AskedOf } from "./asked_parts.ts";
import { partyOf } from "./asked_party.ts";

export const askedOfPayout: AskedOf = (snapshot, { realm, request }, submitted) => {
  const asked = request as PayoutRequest;
  if (asked.action === "cancel") return { request, files: [] };
  const { beneficiaryId = "", ...sent } = asked;
  const description = payouts.find(snapshot, realm, asked.payoutId)?.document.description;
  const creditor = partyOf(snapshot, realm, beneficiaryId, submitted);
  if (creditor === undefined) return { request: sent, files: [], withheld: NUMBERS_ERASED };
  return {
    request: {
      ...sent,
      creditor,
      ...(description !== undefined && { description }),
    },
    files: [],
  };
};
