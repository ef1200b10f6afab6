/** The facts about decisions: each has the whole decision as it is afterwards. */
import type { Apply } from "../../contract/operation.ts";
import { putDocument } from "../../contract/resource_facts.ts";
import type { DecisionDocument } from "./decision_document.ts";
import type { DecisionState } from "./decision_state.ts";

export const DECISION_EVENTS = ["requested", "approved", "declined", "timed_out"] as const;
export type DecisionEvent = (typeof DECISION_EVENTS)[number];

/**
 * `decision.used.1`: a call used up the approval. `decision.called.1`: the platform has called the action that runs by
 * itself. Neither has an event, because the call has its own.
 */
export type DecisionFact = {
  kind: `decision.${DecisionEvent | "used" | "called"}.1`;
  decision: Omit<DecisionDocument, "realm">;
};

const put = putDocument<DecisionState, DecisionDocument>(
  ({ decisions }) => decisions,
  (fact) => {
    const { decision } = fact as DecisionFact;
    return { id: decision.decisionId, document: decision };
  },
);

export const decisionFacts: Record<DecisionFact["kind"], Apply<DecisionState>> = {
  "decision.requested.1": put,
  "decision.approved.1": put,
  "decision.declined.1": put,
  "decision.timed_out.1": put,
  "decision.used.1": put,
  "decision.called.1": put,
};
