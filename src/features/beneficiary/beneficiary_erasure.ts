/**
 * What becomes of beneficiaries whose owner is erased: they are archived, and the state forgets the names, the masks and the sealed
 * numbers. The key that the numbers were sealed under is destroyed by whoever asks for the facts.
 */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { ProviderRequestState } from "../provider_request/provider_request_state.ts";
import type { BeneficiaryDocument } from "./beneficiary_document.ts";
import {
  type BeneficiaryFact,
  type BeneficiaryPart,
  beneficiaries,
  beneficiariesOf,
  findBeneficiary,
} from "./beneficiary_noun.ts";
import { checkGivenUp } from "./payee_check.ts";

/** The facts of the erasure of all beneficiaries of a customer that were not erased before; a bank that is asked about one is asked no more. */
export function erasureOfCustomers(
  state: BeneficiaryPart & ProviderRequestState,
  customerId: string,
  context: DecisionContext,
): Fact[] {
  const own = beneficiariesOf(state, context.realm, customerId);
  const left = own.filter(({ erasedAtMs }) => erasedAtMs === undefined);
  const inOrder = left.toSorted((one, other) => (one.beneficiaryId < other.beneficiaryId ? -1 : 1));
  return inOrder.flatMap((beneficiary) => [
    erasedFact(beneficiary, context),
    ...checkGivenUp(state, beneficiary, context),
  ]);
}

/** Whether the numbers of a beneficiary, by either of its ids, were erased. */
export function isErased(state: BeneficiaryPart, realm: number, beneficiaryId: string): boolean {
  return findBeneficiary(state, realm, beneficiaryId)?.erasedAtMs !== undefined;
}

/** The fact of the erasure of one. */
function erasedFact(before: BeneficiaryDocument, context: DecisionContext): BeneficiaryFact {
  const { nickname: _nickname, sealed: _sealed, ...kept } = before;
  const { accountName: _name, ...verification } = before.verification;
  const after: BeneficiaryDocument = {
    ...kept,
    name: "",
    destination: {},
    verification,
    status: "archived",
    erasedAtMs: context.nowMs,
  };
  const what = before.status === "archived" ? "erased" : "archived";
  return beneficiaries.changeFact(what, before, after, context);
}
