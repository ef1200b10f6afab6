/** Beneficiaries as answers show them, and a new version of one. */
import type { Beneficiary } from "./bank_part.ts";
import { type Moment, put, type Realm } from "./model.ts";

export function shownIdOf({ beneficiaryId, chosenId }: Beneficiary): string {
  return chosenId ?? beneficiaryId;
}

export function beneficiaryAnswer({
  chosenId,
  accountId,
  verification: { isAccepted: _, ...verification },
  ...beneficiary
}: Beneficiary) {
  const beneficiaryId = chosenId ?? beneficiary.beneficiaryId;
  return { ...beneficiary, beneficiaryId, destination: { accountId }, verification };
}

export function changedBeneficiary(
  realm: Realm,
  beneficiary: Beneficiary,
  moment: Moment,
): Beneficiary {
  const after = { ...beneficiary, revision: beneficiary.revision + 1 };
  put(realm.bank.beneficiaries, beneficiary.beneficiaryId, after, moment);
  return after;
}
