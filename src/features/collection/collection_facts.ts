/** What a collection that has its money changes besides itself: which transfer settles it. */
import { suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import type { BeneficiaryPart } from "../beneficiary/beneficiary_noun.ts";
import type { ConsentState } from "../consent/consent_noun.ts";
import type { FactOf, StatePartOf } from "../noun.ts";
import type { ProductState } from "../product/product_state.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { BoundTransfer } from "./collection_document.ts";
import { collections } from "./collection_noun.ts";

export type CollectionFact = FactOf<typeof collections> & {
  /** True: the collection's transfer was made apart from it, and now settles this collection alone. */
  bindsTransfer?: true;
};

export type CollectionState = StatePartOf<typeof collections> & {
  boundTransfers: DocumentTable<BoundTransfer>;
};
/** What the operations on collections see. */
export type CollectingState = ConsentState & ProductState & BeneficiaryPart & CollectionState;

export function createCollectionState(): CollectionState {
  return {
    ...collections.manifest.createState(),
    boundTransfers: new DocumentTable<BoundTransfer>({
      name: "bound_transfer",
      code: LEDGER_TABLE.boundTransfer,
      stored: {},
    }),
  };
}

/** `collection.collected.1`. */
export const collect: Apply<CollectionState> = (state, fact, head) => {
  collections.put(state, fact, head);
  const { collection, bindsTransfer } = fact as CollectionFact;
  if (bindsTransfer !== true) return;
  const suffix = suffixOf("tr", collection.transferId ?? "");
  invariant(suffix !== undefined, "a confirmation names a transfer");
  const { collectionId } = collection;
  state.boundTransfers.set(suffix, { realm: head.realm, collectionId });
};
