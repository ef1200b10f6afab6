/** collection.cancel: a collection is given up before its money was taken. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuseStatus } from "./collection_change.ts";
import type { CollectingState } from "./collection_facts.ts";
import { collectionNotFound, collections } from "./collection_noun.ts";
import { Collection, CollectionCancellation } from "./collection_schema.ts";

export const collectionCancel = declareWrite<CollectingState>()({
  id: "collection.cancel",
  summary: "Cancel a collection",
  description:
    "Of a collection that is `scheduled` or `failed`. Its money is not taken any more, and it is never tried again.",
  http: { method: "POST", path: "/collections/{collectionId}/cancel" },
  principals: PRODUCT_CALLERS,
  scope: "collections:write",
  path: collections.path,
  body: CollectionCancellation,
  output: Collection,
  refusals: ["collection_not_found", "collection_status_forbidden", "ledger_unavailable"],
  events: ["collection.cancelled"],
  decide(state, { collectionId, reason }, context) {
    const before = state.collections.byId(context.realm, collectionId);
    if (before === undefined) return collectionNotFound(collectionId);
    const forbidden = refuseStatus(before, ["scheduled", "failed"]);
    if (forbidden !== undefined) return forbidden;
    const after = { ...before, status: "cancelled", cancellationReason: reason } as const;
    return collections.acceptChange(after.status, before, after, context);
  },
});
