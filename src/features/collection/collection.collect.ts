/** collection.collect: takes the money of a collection now, before its time. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import {
  ATTEMPT_EVENTS,
  AUTHORITY_REFUSALS,
  collectedNow,
  failedAttempt,
  MONEY_REFUSALS,
  refuseAuthority,
} from "./collection_attempt.ts";
import { refuseStatus } from "./collection_change.ts";
import type { CollectingState } from "./collection_facts.ts";
import { collectionNotFound, collections } from "./collection_noun.ts";
import { Collection } from "./collection_schema.ts";

export const collectionCollect = declareWrite<CollectingState>()({
  id: "collection.collect",
  summary: "Collect now",
  description:
    "Takes the money of a collection that is `scheduled`, whatever its `dueAt`. Where customer, access or consent do not allow it now, nothing is tried and the collection stays `scheduled`. Where an account is frozen or closed, or money is missing, that is an attempt: the answer is the refusal, and the collection is `failed`.",
  http: { method: "POST", path: "/collections/{collectionId}/collect" },
  principals: PRODUCT_CALLERS,
  scope: "collections:write",
  path: collections.path,
  output: Collection,
  refusals: [
    "collection_not_found",
    "collection_status_forbidden",
    ...AUTHORITY_REFUSALS,
    ...MONEY_REFUSALS,
    "ledger_unavailable",
  ],
  events: ATTEMPT_EVENTS,
  decide(state, { collectionId }, context) {
    const before = state.collections.byId(context.realm, collectionId);
    if (before === undefined) return collectionNotFound(collectionId);
    const refusal = refuseStatus(before, ["scheduled"]) ?? refuseAuthority(state, before, context);
    if (refusal !== undefined) return refusal;
    const answer = collectedNow(state, before, context);
    return answer.refused ? failedAttempt(state, before, answer, context) : answer;
  },
});
