/** What the reads of one object share: the object that a path names, or why there is none. */
import type { Static } from "@sinclair/typebox";
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { Seen } from "../../contract/declare/resource.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { refuseOtherProduct } from "../own_product.ts";
import type { ObjectDocument } from "./object_document.ts";
import { objectNotFound, objects } from "./object_resource.ts";
import type { ObjectPath } from "./object_schema.ts";

/** Codes of `seenObject`, in order of precedence. */
export const OBJECT_PATH_REFUSALS = ["resource_not_found", "noun_instance_not_found"] as const;

export type SeenObject = Seen<ObjectDocument>;

/** An object of another kind is answered as an unknown one. */
export function seenObject(
  snapshot: Snapshot,
  { productId, kind, objectId }: Static<typeof ObjectPath>,
  { realm, principal }: ReadContext,
): SeenObject | Refusal<(typeof OBJECT_PATH_REFUSALS)[number]> {
  const otherProduct = refuseOtherProduct(principal, productId);
  if (otherProduct !== undefined) return otherProduct;
  const seen = objects.find(snapshot, realm, objectId);
  return seen?.document.kind === kind ? seen : objectNotFound(kind, objectId);
}
