/** The part of a shard's state about collections; all of it stays in the `state` database. */
import { DocumentTable } from "../../contract/document_table.ts";
import { ResourceTable } from "../../contract/resource.ts";
import type { ConsentState } from "../consent/consent_state.ts";
import type { ProductState } from "../product/product_state.ts";
import type { BoundTransfer, CollectionDocument } from "./collection_document.ts";
import { COLLECTION_TABLE, collections } from "./collection_resource.ts";

export type CollectionState = ReturnType<typeof createCollectionState>;
/** What the operations on collections see. */
export type CollectingState = ConsentState & ProductState & CollectionState;

export function createCollectionState() {
  return {
    collections: new ResourceTable<CollectionDocument>(collections),
    boundTransfers: new DocumentTable<BoundTransfer>({
      name: "bound_transfer",
      code: COLLECTION_TABLE.boundTransfer,
      stored: {},
    }),
  };
}
