/** The events of a decision: one for each status that it reaches. */
import { type EventsOf, eventTypesOf, noEvents, oneEvent } from "../../contract/event.ts";
import type { DecisionEvent, DecisionFact } from "./decision_facts.ts";
import { decisionResource } from "./decision_resource.ts";
import { Decision } from "./decision_schema.ts";

export const decisionEventTypes = eventTypesOf("decision", Decision, {
  requested: "A decision about an object was asked for.",
  approved: "A decision was approved: a gated action may run once.",
  declined: "A decision was declined.",
  timed_out: "The deadline of a decision passed before anybody decided it.",
});

export const decisionEvents: Record<DecisionFact["kind"], EventsOf> = {
  "decision.requested.1": eventNamed("requested"),
  "decision.approved.1": eventNamed("approved"),
  "decision.declined.1": eventNamed("declined"),
  "decision.timed_out.1": eventNamed("timed_out"),
  "decision.used.1": noEvents,
  "decision.called.1": noEvents,
};

function eventNamed(what: DecisionEvent): EventsOf {
  return oneEvent<DecisionFact>(`decision.${what}`, {
    resourceIdOf: ({ decision }) => decision.decisionId,
    objectOf: ({ decision }, { names }) => decisionResource(decision, names),
    previousOf: () => (what === "requested" ? undefined : { status: "pending" }),
  });
}
