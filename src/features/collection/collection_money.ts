/** What every transfer by a bank of a collection's money has in common. */
import type { CollectionDocument } from "./collection_document.ts";

/** A posted leg of the kind `collection` without its accounts. */
export function movedBy(collection: CollectionDocument) {
  const { collectionId, amountMinor, currency, description } = collection;
  const { objectId, label, book } = collection;
  const ofObject = { objectId, label, ...(book !== undefined && { book }) };
  return {
    transferKind: "collection",
    amountMinor: BigInt(amountMinor),
    currency,
    extras: {
      collectionId,
      ...(label !== undefined && ofObject),
      ...(description !== undefined && { description }),
    },
  } as const;
}
