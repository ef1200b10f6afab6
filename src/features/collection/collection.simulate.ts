/**
 * collection.simulate: the simulator of a sandbox does the next thing with a collection that it has accepted. The shard runs it when the
 * time has come by the sandbox's clock; no caller may.
 */
import { isoTime } from "../../base/iso_time.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { attemptContext } from "../provider_request/provider_request_changes.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { ENDED_EVENTS, endFacts } from "./collection_ends.ts";
import type { CollectingState } from "./collection_facts.ts";
import { collectionNotFound, collectionResource, collections } from "./collection_noun.ts";
import { Collection } from "./collection_schema.ts";
import { simulatedEnd } from "./collection_simulation.ts";

export const collectionSimulate = declareWrite<CollectingState>()({
  id: "collection.simulate",
  summary: "Collect as the simulator",
  http: { method: "POST", path: "/platform/collections/{collectionId}/simulate" },
  principals: ["system"],
  scope: undefined,
  environment: "sandbox",
  inContract: false,
  path: collections.path,
  output: Collection,
  refusals: [
    "collection_not_found",
    "state_conflict",
    "state_constraint_failed",
    "ledger_unavailable",
  ],
  events: ENDED_EVENTS,
  decide(state, { collectionId }, context) {
    const before = state.collections.byId(context.realm, collectionId);
    if (before === undefined) return collectionNotFound(collectionId);
    const { simulatedAtMs, status } = before;
    if (simulatedAtMs === undefined) {
      const message = `collection ${collectionId} is ${status}, and waits for no simulator`;
      return refuse("state_conflict", message, { expected: "waiting", actual: status });
    }
    const clockMs = productClockMs(state, context);
    if (simulatedAtMs > clockMs) {
      const at = isoTime(simulatedAtMs);
      const now = isoTime(clockMs);
      const message = `the simulator does nothing with it before ${at}, after ${now}`;
      return refuseConstraint("news_due", message, { at, now });
    }
    const end = simulatedEnd(before, clockMs);
    const facts = endFacts(state, before, end, attemptContext(context, clockMs));
    const after = collections.lastIn(facts) ?? before;
    return accept(facts, collectionResource(after, context.principal));
  },
});
