/** What is asked of a collection: to debit the account of its mandate, with the name and the account numbers of the debtor. */
import { collections } from "../features/collection/collection_noun.ts";
import type { CollectionRequest } from "../features/collection/collection_request.ts";
import { NUMBERS_ERASED } from "../features/provider_request/erased_numbers.ts";
import type { AskedOf } from "./asked_parts.ts";
import { partyOf } from "./asked_party.ts";

export const askedOfCollection: AskedOf = (snapshot, { realm, request }, submitted) => {
  const { beneficiaryId, mandate, ...asked } = request as CollectionRequest;
  const found = collections.find(snapshot, realm, asked.collectionId);
  const description = found?.document.description;
  const debtor = partyOf(snapshot, realm, beneficiaryId, submitted);
  if (debtor === undefined) return { request: asked, files: [], withheld: NUMBERS_ERASED };
  return {
    request: {
      ...asked,
      debtor,
      mandate,
      ...(description !== undefined && { description }),
    },
    files: [],
  };
};
