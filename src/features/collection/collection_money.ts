/** What every transfer by a bank of a collection's money has in common. */
import { placeOfTransfer } from "../ledger/correction.ts";
import type { CollectionDocument } from "./collection_document.ts";

/** A posted leg of the kind `collection` without its accounts. `takenBack`: the transfer whose money it takes back. */
export function movedBy(collection: CollectionDocument, takenBack?: string) {
  const { collectionId, amountMinor, currency, description } = collection;
  const { objectId, label, book } = collection;
  const corrects = takenBack === undefined ? undefined : placeOfTransfer(takenBack);
  const ofObject = { objectId, label, ...(book !== undefined && { book }) };
  return {
    transferKind: "collection",
    amountMinor: BigInt(amountMinor),
    currency,
    extras: {
      collectionId,
      ...(corrects !== undefined && { corrects }),
      ...(label !== undefined && ofObject),
      ...(description !== undefined && { description }),
    },
  } as const;
}
