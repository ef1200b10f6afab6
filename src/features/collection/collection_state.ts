/** The part of a shard's state about collections; all of it stays in the `state` database. */
import { ResourceTable } from "../../contract/resource.ts";
import type { CollectionDocument } from "./collection_document.ts";
import { collections } from "./collection_resource.ts";

export type CollectionState = ReturnType<typeof createCollectionState>;

export function createCollectionState() {
  return { collections: new ResourceTable<CollectionDocument>(collections) };
}
