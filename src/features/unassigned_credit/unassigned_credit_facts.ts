/** What happens to credits that are nobody's. No event tells of them, because they are no Product's. */
import type { Apply } from "../../contract/declare/operation.ts";
import { declareFacts } from "../document_facts.ts";
import type { FactOf } from "../noun.ts";
import { keyOfUnassigned, type UnassignedCreditDocument } from "./unassigned_credit_document.ts";
import type { UnassignedCreditState } from "./unassigned_credit_state.ts";

export const ofUnassignedCredits = declareFacts<UnassignedCreditDocument>()({
  noun: "unassigned_credit",
  happenings: {
    taken: {},
    /** The bank has told something else under the reference. */
    contradicted: {},
    /** The operator has said whose it is; it is about to be made a received credit there. */
    assigning: {},
    assigned: {},
    /** The address that the operator has named did not take it. */
    released: {},
    returned: {},
  },
});
export type UnassignedCreditFact = FactOf<typeof ofUnassignedCredits>;

const put: Apply<UnassignedCreditState> = ({ unassignedCredits }, fact, { realm }) => {
  const { unassignedCredit } = fact as UnassignedCreditFact;
  const { provider, reference } = unassignedCredit;
  unassignedCredits.set(keyOfUnassigned(provider, reference), { realm, ...unassignedCredit });
};

export const unassignedCreditFacts = ofUnassignedCredits.byKind(() => put);
