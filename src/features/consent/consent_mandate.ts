/** The mandate of a consent: leave to debit an account of the customer at another bank. */
import { invariant } from "../../base/invariant.ts";
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { DEBIT_RAILS, isDebitRail } from "../../rails/debits.ts";
import { railOf } from "../../rails/rails.ts";
import type { BeneficiaryDocument } from "../beneficiary/beneficiary_document.ts";
import {
  type BeneficiaryPart,
  beneficiaryNotFound,
  findBeneficiary,
  shownIdOf,
} from "../beneficiary/beneficiary_noun.ts";
import {
  type ProviderDocument,
  RAILS_OF_FILE_DEBITS,
  takesDebitsOver,
} from "../provider/provider_document.ts";
import type { ConsentMandate } from "./consent_document.ts";
import type { ConsentDraft } from "./consent_schema.ts";

/** The account that the draft's mandate names; undefined for a draft without a mandate. */
export function debtorOf(
  state: BeneficiaryPart,
  realm: number,
  { mandate }: Pick<ConsentDraft, "mandate">,
): { refused: false; debtor?: BeneficiaryDocument } | Refusal<"resource_not_found"> {
  if (mandate === undefined) return { refused: false };
  const debtor = findBeneficiary(state, realm, mandate.beneficiaryId);
  if (debtor !== undefined) return { refused: false, debtor };
  const { message, details } = beneficiaryNotFound(mandate.beneficiaryId);
  return refuse("resource_not_found", message, {
    ...details,
    resourceType: "beneficiary",
    issues: [
      {
        code: "not_found",
        message: "mandate.beneficiaryId names no beneficiary",
        path: ["mandate", "beneficiaryId"],
      },
    ],
  });
}

/** What a mandate must be, and what must stand beside it; in the order of the fields. `bank`: who collects in live, where somebody does. */
export function refuseMandate(
  debtor: BeneficiaryDocument | undefined,
  { type, customerId, accountId, limits, evidence }: ConsentDraft,
  bank: ProviderDocument | undefined,
): Refusal<"state_constraint_failed"> | undefined {
  if (debtor === undefined) return undefined;
  const id = shownIdOf(debtor);
  const debtorPath = ["mandate", "beneficiaryId"];
  if (type !== "collection") {
    const message = `a mandate is of collections; a consent to ${type} has none`;
    return broken("mandate_of_collections", message, ["mandate"]);
  }
  if (accountId !== undefined) {
    const message =
      "a mandate is about an account at another bank; accountId names one of this Product";
    return broken("mandate_without_account", message, ["accountId"]);
  }
  if (evidence.method !== "provider_mandate") {
    const message = `the evidence of a mandate has the method provider_mandate, not ${evidence.method}`;
    return broken("mandate_evidence", message, ["evidence", "method"]);
  }
  if (debtor.ownerId !== customerId) {
    const message = `beneficiary ${id} is not an account of customer ${customerId}`;
    return broken("mandate_debtor", message, debtorPath);
  }
  if (!isDebitRail(debtor.rail)) {
    const message = `beneficiary ${id} is of the rail ${debtor.rail}, which carries no debits; ${DEBIT_RAILS.join(" and ")} do`;
    return broken("mandate_rail", message, debtorPath);
  }
  if (bank !== undefined && !takesDebitsOver(bank, debtor.rail)) {
    const message = `the bank ${bank.provider} speaks files, which have no debits over ${debtor.rail}; over ${RAILS_OF_FILE_DEBITS.join(" and ")} they have`;
    return broken("mandate_rail", message, debtorPath);
  }
  if (debtor.status !== "active") {
    const message = `beneficiary ${id} is ${debtor.status}, must be active`;
    return broken("mandate_debtor_active", message, debtorPath);
  }
  const { name, currency } = railOf(debtor.rail);
  if (limits?.currency === undefined || limits.currency === currency) return undefined;
  const message = `${name} carries ${currency}, not ${limits.currency}`;
  return broken("mandate_currency", message, ["limits", "currency"]);
}

/** The mandate as the consent keeps it. Without a reference it is the characters of the consent's id. */
export function mandateOf(
  debtor: BeneficiaryDocument,
  { mandate }: Pick<ConsentDraft, "mandate">,
  consentId: string,
): ConsentMandate {
  const { rail } = debtor;
  invariant(isDebitRail(rail), "a mandate is over a rail that carries debits");
  const made = consentId.slice(consentId.indexOf("_") + 1);
  return {
    beneficiaryId: shownIdOf(debtor),
    reference: mandate?.reference ?? made,
    rail,
  };
}

function broken(constraint: string, message: string, path: readonly string[]) {
  return refuseConstraint(constraint, message, {
    issues: [{ code: constraint, message, path: [...path] }],
  });
}
