/** The facts about consents: each has the whole consent as it is afterwards. */
import type { Apply } from "../../contract/operation.ts";
import { putDocument } from "../../contract/resource_facts.ts";
import type { ConsentDocument } from "./consent_document.ts";
import type { ConsentPart } from "./consent_state.ts";

export type ConsentEvent =
  | "created"
  | "activated"
  | "rejected"
  | "revoked"
  | "expired"
  | "consumed";

export type ConsentFact = {
  /** `consent.used.1`: a collection has used some of it. It has no event, because the collection has its own. */
  kind: `consent.${ConsentEvent | "used"}.1`;
  consent: Omit<ConsentDocument, "realm">;
  /** The fields in answers that the change has changed, as they were; absent of a new consent. */
  previous?: object;
};

const put = putDocument<ConsentPart, ConsentDocument>(
  ({ consents }) => consents,
  (fact) => {
    const { consent } = fact as ConsentFact;
    return { id: consent.consentId, document: consent };
  },
);

export const consentFacts: Record<ConsentFact["kind"], Apply<ConsentPart>> = {
  "consent.created.1": put,
  "consent.activated.1": put,
  "consent.rejected.1": put,
  "consent.revoked.1": put,
  "consent.expired.1": put,
  "consent.consumed.1": put,
  "consent.used.1": put,
};
