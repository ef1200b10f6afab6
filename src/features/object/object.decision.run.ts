/**
 * object.decision.run: the clock calls the action that the program has run by itself after an approval. It is called
 * once: where the action is refused, the approval stays, and whom a port lets may call the action.
 */
import { invariant } from "../../base/invariant.ts";
import {
  accept,
  type Decision as Decided,
  declareWrite,
} from "../../contract/declare/operation.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { autoCall, CLOCK } from "../../programs/run/row_run.ts";
import type { DecisionFact } from "../decision/decision_noun.ts";
import { decisionNotFound, decisionResource, decisions } from "../decision/decision_noun.ts";
import { Decision } from "../decision/decision_schema.ts";
import { calledFact } from "../decision/decision_steps.ts";
import { compiledOf } from "../product/running_program.ts";
import { ACTION_EVENTS, calledAction } from "./called_action.ts";
import { callIn } from "./object_call.ts";
import { calledObject } from "./object_document.ts";
import type { ObjectState } from "./object_state.ts";

/** Its own codes. A call of the program is refused with any code of `object.action.call`, too. */
const REFUSALS = ["resource_not_found", "state_conflict"] as const;
type Code = (typeof REFUSALS)[number];

export const objectDecisionRun = declareWrite<ObjectState>()({
  id: "object.decision.run",
  summary: "Call an action after an approval",
  description: "Done by the clock when a decision was approved.",
  http: { method: "POST", path: "/platform/decisions/{decisionId}/run" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  path: decisions.path,
  output: Decision,
  refusals: REFUSALS,
  events: ACTION_EVENTS,
  decide(state, { decisionId }, context): Decided<Code> {
    const { realm, nowMs } = context;
    const decision = state.decisions.byId(realm, decisionId);
    if (decision === undefined) return decisionNotFound(decisionId);
    const { status, callsAtMs } = decision;
    if (callsAtMs === undefined) {
      const message = `decision ${decisionId} is ${status}, and no action waits for it`;
      return refuse("state_conflict", message, { expected: "approved", actual: status, status });
    }
    const before = state.objects.byId(realm, decision.objectId);
    const program = before && compiledOf(state, realm, before.buildId);
    invariant(before !== undefined && program !== undefined, "objects and their Builds stay");
    const object = calledObject(program, before);
    // Whoever called the action in the meantime has used the approval.
    const isUsed = decision.usedAtMs !== undefined;
    const called = isUsed ? undefined : autoCall(program, object.record, decision.gate);
    if (called === undefined) return accept([calledFact(decision, nowMs)]);
    const call = callIn(state, program, context, CLOCK, before);
    const answer = calledAction(call, object, called);
    // What the action says of the decision comes first: it is used, and nothing waits for it any more.
    const after = usedIn(answer.facts, decisionId) ?? decision;
    const facts = [...answer.facts, calledFact(after, nowMs)];
    return answer.refused ? ({ ...answer, facts } as Refusal<Code>) : accept(facts);
  },
  respond: ({ facts }: StoredRecord, names) => {
    const called = facts.findLast(({ kind }) => kind === "decision.called.1");
    invariant(called !== undefined, "a decision whose action was called has changed");
    return JSON.stringify(decisionResource((called as DecisionFact).decision, names));
  },
});

function usedIn(facts: StoredRecord["facts"], decisionId: string) {
  const used = facts.find(
    (fact) =>
      fact.kind === "decision.used.1" && (fact as DecisionFact).decision.decisionId === decisionId,
  );
  return (used as DecisionFact | undefined)?.decision;
}
