/** collection.retry: a collection that failed is tried again, at once or later. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuseConstraint } from "../../contract/refusals/refusal.ts";
import { parseTimestamp } from "../../contract/values/timestamp_text.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { CONSENT_REFUSALS, consentOf, refuseCover } from "./collection_authority.ts";
import { refuseStatus, withoutFailure } from "./collection_change.ts";
import { ATTEMPTS_MAX } from "./collection_document.ts";
import type { CollectingState } from "./collection_facts.ts";
import { collectionNotFound, collections } from "./collection_noun.ts";
import { Collection, CollectionRetry } from "./collection_schema.ts";

export const collectionRetry = declareWrite<CollectingState>()({
  id: "collection.retry",
  summary: "Retry a collection",
  description: `Of a collection that is \`failed\`: it is \`scheduled\` again, and the clock takes the money at the new \`dueAt\`, by default right after the answer. The consent must stand now, be verified and cover the amount. A collection is tried at most ${ATTEMPTS_MAX} times.`,
  http: { method: "POST", path: "/collections/{collectionId}/retry" },
  principals: PRODUCT_CALLERS,
  scope: "collections:write",
  path: collections.path,
  body: CollectionRetry,
  output: Collection,
  refusals: [
    "collection_not_found",
    "collection_status_forbidden",
    ...CONSENT_REFUSALS,
    "collection_authorization_unverified",
    "state_constraint_failed",
    "ledger_unavailable",
  ],
  events: ["collection.scheduled"],
  decide(state, { collectionId, dueAt }, context) {
    const before = state.collections.byId(context.realm, collectionId);
    if (before === undefined) return collectionNotFound(collectionId);
    const nowMs = productClockMs(state, context);
    const dueMs = Math.max(nowMs, dueAt === undefined ? nowMs : (parseTimestamp(dueAt) as number));
    const time = { nowMs, dueMs, evidence: "needed" } as const;
    const refusal =
      refuseStatus(before, ["failed"]) ?? refuseCover(consentOf(state, before), before, time);
    if (refusal !== undefined) return refusal;
    if (before.attempts.length >= ATTEMPTS_MAX) {
      const message = `collection ${collectionId} was tried ${before.attempts.length} times; the limit is ${ATTEMPTS_MAX}`;
      return refuseConstraint("attempts_max", message, { limit: ATTEMPTS_MAX });
    }
    const after = { ...withoutFailure(before), dueAtMs: dueMs, status: "scheduled" } as const;
    return collections.acceptChange(after.status, before, after, context);
  },
});
