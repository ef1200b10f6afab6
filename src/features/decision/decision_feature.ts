/** The feature of decisions: whether actions of objects may run. */
import type { Feature } from "../../contract/feature.ts";
import { decisionEvents, decisionEventTypes } from "./decision_events.ts";
import { decisionFacts } from "./decision_facts.ts";
import { decisions } from "./decision_resource.ts";
import { createDecisionState, type DecisionState } from "./decision_state.ts";

export const decisionFeature = {
  tag: { name: "Decisions", description: "What somebody must decide before an action may run." },
  operations: [],
  events: decisionEventTypes,
  resources: [decisions],
  facts: decisionFacts,
  eventsOf: decisionEvents,
  createState: createDecisionState,
  tables: (state) => [state.decisions],
} satisfies Feature<DecisionState>;
