/** The rules of beneficiaries (src/features/beneficiary/README.md). */
import { abandon } from "./asked.ts";
import type { Beneficiary } from "./bank_part.ts";
import { beneficiaryAnswer, changedBeneficiary } from "./beneficiary_shown.ts";
import {
  claim,
  type Input,
  isTaken,
  latest,
  type Moment,
  type Realm,
  type Verdict,
} from "./model.ts";
import { mergedMetadata } from "./parties.ts";
import { askAbout, checkOf, isChecked } from "./payee_checks.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

/** The platform's own in every Product. */
export const RESERVED_ID = "revenue";
/** The most of a customer, archived ones too. */
const OF_A_CUSTOMER_MAX = 100;
/** Countries of the generator's account numbers that the platform does not serve. */
const UNSERVED = ["BY"];

export const BENEFICIARY_RULES: Readonly<Record<string, Decide>> = {
  "beneficiary.create"(realm, input, moment) {
    const { productId, beneficiaryId: chosenId, ownerType = "", ownerId, rail = "" } = input;
    const { accountId, iban = "" } = input.destination ?? {};
    if (productId !== realm.productId) return { code: "resource_not_found" };
    if (chosenId === RESERVED_ID) return { code: "beneficiary_id_reserved" };
    if (ownerId !== undefined && latest(realm.customers, ownerId) === undefined) {
      return { code: "customer_not_found" };
    }
    const account = latest(realm.accounts, accountId);
    if (accountId !== undefined && account === undefined) return { code: "account_not_found" };
    if (account !== undefined && !["customer", "product", "tenant"].includes(account.ownerType)) {
      return { code: "account_role_owner_mismatch" };
    }
    if (UNSERVED.includes(iban.slice(0, 2))) return { code: "kyc_country_unsupported" };
    const isKnown = chosenId !== undefined && beneficiaryNamed(realm, chosenId) !== undefined;
    if (isKnown || isTaken(realm, "beneficiary", input.externalId)) {
      return { code: "state_conflict" };
    }
    const all = [...realm.bank.beneficiaries.values()].map((versions) => versions.at(-1)?.value);
    const own = all.filter((each) => ownerId !== undefined && each?.ownerId === ownerId);
    if (own.length >= OF_A_CUSTOMER_MAX) return { code: "state_constraint_failed" };
    const beneficiaryId = moment.id("ben");
    claim(realm, "beneficiary", input.externalId, beneficiaryId);
    const beneficiary: Beneficiary = {
      ...{ beneficiaryId, chosenId, ownerType, ownerId, rail, accountId },
      ...{ name: input.name ?? "", nickname: input.nickname ?? undefined },
      ...{ externalId: input.externalId ?? undefined, status: "active", revision: 0 },
      verification: { status: "unverified" },
      metadata: { ...(input.metadata as Beneficiary["metadata"] | undefined) },
    };
    if (!isChecked(realm, beneficiary)) return changed(realm, beneficiary, moment);
    const pending = changedBeneficiary(realm, { ...beneficiary, status: "pending" }, moment);
    return { code: undefined, answer: {}, asked: askAbout(realm, pending, moment) };
  },
  "beneficiary.update": onBeneficiary(["active"], (realm, beneficiary, input, moment) => {
    const { nickname, metadata, externalId, acceptMismatch, expectedRevision } = input;
    const { beneficiaryId, revision } = beneficiary;
    const isStale = expectedRevision !== undefined && expectedRevision !== revision;
    const hasNone = acceptMismatch === true && beneficiary.verification.status !== "mismatch";
    if (isStale || hasNone || isTaken(realm, "beneficiary", externalId, beneficiaryId)) {
      return { code: "state_conflict" };
    }
    claim(realm, "beneficiary", externalId, beneficiaryId);
    const after = {
      ...beneficiary,
      nickname: nickname === undefined ? beneficiary.nickname : (nickname ?? undefined),
      externalId: externalId === undefined ? beneficiary.externalId : (externalId ?? undefined),
      metadata: mergedMetadata(beneficiary.metadata, metadata),
      verification: {
        ...beneficiary.verification,
        ...(acceptMismatch === true && { isAccepted: true as const }),
      },
    };
    const isSame = JSON.stringify(after) === JSON.stringify(beneficiary);
    return isSame
      ? { code: undefined, answer: beneficiaryAnswer(beneficiary) }
      : changed(realm, after, moment);
  }),
  "beneficiary.archive": onBeneficiary(
    ["pending", "active", "blocked"],
    (realm, beneficiary, _input, moment) => {
      const over = { status: 422, code: "state_constraint_failed" };
      abandon(checkOf(realm, beneficiary), over, moment);
      return changed(realm, { ...beneficiary, status: "archived" }, moment);
    },
  ),
};

/** The beneficiary that was made with the id, or for which it was chosen. */
export function beneficiaryNamed(realm: Realm, id: string | undefined): Beneficiary | undefined {
  const { beneficiaries } = realm.bank;
  const chosen = [...beneficiaries.values()].find((versions) => versions[0]?.value.chosenId === id);
  return latest(beneficiaries, id) ?? (id === undefined ? undefined : chosen?.at(-1)?.value);
}

function changed(realm: Realm, beneficiary: Beneficiary, moment: Moment): Verdict {
  const after = changedBeneficiary(realm, beneficiary, moment);
  return { code: undefined, answer: beneficiaryAnswer(after) };
}

function onBeneficiary(
  allowed: readonly Beneficiary["status"][],
  rule: (realm: Realm, beneficiary: Beneficiary, input: Input, moment: Moment) => Verdict,
): Decide {
  return (realm, input, moment) => {
    if (input.beneficiaryId === RESERVED_ID) return { code: "beneficiary_id_reserved" };
    const beneficiary = beneficiaryNamed(realm, input.beneficiaryId);
    if (beneficiary === undefined) return { code: "resource_not_found" };
    if (!allowed.includes(beneficiary.status)) return { code: "state_conflict" };
    return rule(realm, beneficiary, input, moment);
  };
}
