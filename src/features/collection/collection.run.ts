/**
 * collection.run: the clock takes the money of a collection at its `dueAt`. What refuses it is recorded, and the
 * collection has failed. No caller reaches the operation.
 */
import { isoTime } from "../../base/iso_time.ts";
import { declareWrite } from "../../contract/declare/operation.ts";
import { refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import type { ProviderState } from "../provider/provider_state.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { askedNow } from "./collection_asked.ts";
import {
  ATTEMPT_EVENTS,
  AUTHORITY_REFUSALS,
  collectedNow,
  failedAttempt,
  MONEY_REFUSALS,
  refuseAuthority,
} from "./collection_attempt.ts";
import type { CollectingState } from "./collection_facts.ts";
import { collectionNotFound, collections } from "./collection_noun.ts";
import { Collection } from "./collection_schema.ts";

export const collectionRun = declareWrite<CollectingState & ProviderState>()({
  id: "collection.run",
  summary: "Collect when due",
  description:
    "Done by the clock at `dueAt`, of a collection that is scheduled. By a mandate a bank is asked.",
  http: { method: "POST", path: "/platform/collections/{collectionId}/run" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  path: collections.path,
  output: Collection,
  refusals: [
    "collection_not_found",
    "state_conflict",
    "state_constraint_failed",
    ...AUTHORITY_REFUSALS,
    ...MONEY_REFUSALS,
  ],
  events: ATTEMPT_EVENTS,
  decide(state, { collectionId }, context) {
    const before = state.collections.byId(context.realm, collectionId);
    if (before === undefined) return collectionNotFound(collectionId);
    const { status, dueAtMs } = before;
    if (status !== "scheduled") {
      const message = `collection ${collectionId} is ${status}, not scheduled`;
      return refuse("state_conflict", message, { expected: "scheduled", actual: status, status });
    }
    const clockMs = productClockMs(state, context);
    if (dueAtMs > clockMs) {
      const now = isoTime(clockMs);
      const message = `the collection is due at ${isoTime(dueAtMs)}, after ${now}`;
      return refuseConstraint("due", message, { now });
    }
    const attempted = before.rail === undefined ? collectedNow : askedNow;
    const answer = refuseAuthority(state, before, context) ?? attempted(state, before, context);
    return answer.refused ? failedAttempt(state, before, answer, context) : answer;
  },
});
