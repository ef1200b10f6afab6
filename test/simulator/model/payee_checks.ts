/**
 * What becomes of beneficiaries by what the simulator of a sandbox says of their account (src/features/beneficiary/README.md,
 * Confirmation of payee). In live no bank of the simulation is configured for it.
 */
import { newAsked, type Subject } from "./asked.ts";
import type { Asked, Beneficiary } from "./bank_part.ts";
import { beneficiaryAnswer, changedBeneficiary } from "./beneficiary_shown.ts";
import { latest, type Moment, type Realm } from "./model.ts";

type Found = Pick<Beneficiary["verification"], "status" | "result">;

/** By the end of the name: what the simulator finds. Any other name is that of the account. */
const FINDINGS: Readonly<Record<string, Found>> = {
  "(close match)": { status: "mismatch", result: "close_match" },
  "(no match)": { status: "mismatch", result: "no_match" },
  "(unavailable)": { status: "unverified", result: "unavailable" },
};
const MATCHED: Found = { status: "verified", result: "matched" };
const OUTCOMES: readonly Found[] = [MATCHED, ...Object.values(FINDINGS)];

/** Whose payees the simulator checks. */
export function isChecked({ environment }: Realm, { rail }: Pick<Beneficiary, "rail">): boolean {
  return environment === "sandbox" && rail === "sepa";
}

export function askAbout(realm: Realm, beneficiary: Beneficiary, moment: Moment): Asked {
  const { beneficiaryId: subjectId, name } = beneficiary;
  return newAsked(realm, { subject: "beneficiary", subjectId, wish: wishOf(name) }, moment);
}

/** The request that checks the beneficiary; one record has made both. */
export function checkOf(realm: Realm, { beneficiaryId }: Beneficiary): Asked | undefined {
  return realm.asked.get(beneficiaryId.replace("ben_", "preq_"));
}

function wishOf(name: string): Asked["wish"] {
  if (name.endsWith("(no account)")) return "reject";
  return name.endsWith("(no answer)") ? "timeout once" : undefined;
}

export const PAYEE_SUBJECT: Subject = {
  final: [],
  unasked: [],
  tried() {},
  accepted(realm, asked, _told, { moment }) {
    const before = beneficiaryOf(realm, asked);
    const end = Object.keys(FINDINGS).find((one) => before.name.endsWith(one)) ?? "";
    const isLeft = before.name.endsWith("(wait)");
    const after = isLeft ? before : checked(realm, before, FINDINGS[end] ?? MATCHED, moment);
    asked.end = { status: 201, answer: beneficiaryAnswer(after) };
  },
  refused(realm, asked, moment) {
    const before = beneficiaryOf(realm, asked);
    changedBeneficiary(realm, { ...before, status: "blocked" }, moment);
  },
  judge: () => "same",
  apply() {},
  isOver: () => true,
  decide(realm, id, outcome, moment) {
    const beneficiary = latest(realm.bank.beneficiaries, id);
    if (beneficiary === undefined) return { code: "resource_not_found" };
    const found = OUTCOMES.find(({ result }) => result === outcome);
    if (found === undefined) return { code: "provider_outcome_unsupported" };
    const isWaiting = beneficiary.status === "pending";
    if (!isWaiting || checkOf(realm, beneficiary)?.status !== "accepted") {
      return { code: "state_conflict" };
    }
    return checked(realm, beneficiary, found, moment);
  },
};

function checked(realm: Realm, before: Beneficiary, found: Found, moment: Moment): Beneficiary {
  return changedBeneficiary(realm, { ...before, status: "active", verification: found }, moment);
}

function beneficiaryOf(realm: Realm, { subjectId }: Asked): Beneficiary {
  return latest(realm.bank.beneficiaries, subjectId) as Beneficiary;
}
