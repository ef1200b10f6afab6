/**
 * What is asked of the check of a payee: whether the account has the name, both of which are put in when the bank is asked. Numbers
 * are sealed at rest, and the request on record names the beneficiary alone.
 */
import type { PayeeCheckRequest } from "../features/beneficiary/payee_request.ts";
import { NUMBERS_ERASED } from "../features/provider_request/erased_numbers.ts";
import type { AskedOf } from "./asked_parts.ts";
import { partyOf } from "./asked_party.ts";

export const askedOfPayeeCheck: AskedOf = (snapshot, { realm, request }, submitted) => {
  const { action, beneficiaryId, rail } = request as PayeeCheckRequest;
  const payee = partyOf(snapshot, realm, beneficiaryId, submitted);
  const asked = { action, beneficiaryId, rail };
  if (payee === undefined) return { request: asked, files: [], withheld: NUMBERS_ERASED };
  return { request: { ...asked, payee }, files: [] };
};
