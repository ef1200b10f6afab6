/** decision.resolve: somebody who may decides whether a gated action may run. */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import {
  accept,
  type Decision as Decided,
  declareWrite,
} from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorText } from "../../contract/records/actor.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { notBlank } from "../../contract/values/formats.ts";
import { nounOf } from "../../programs/run/compiled_program.ts";
import { refuseResolving } from "../../programs/run/decisions.ts";
import { autoCall } from "../../programs/run/row_run.ts";
import { callActorOf } from "../object/object_call.ts";
import { recordOfDocument } from "../object/object_document.ts";
import type { ObjectState } from "../object/object_state.ts";
import { compiledOf } from "../product/running_program.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { decisionNotFound, decisionResource, decisions } from "./decision_noun.ts";
import { Decision } from "./decision_schema.ts";
import { resolvedFact } from "./decision_steps.ts";

const DecisionResolution = Type.Object(
  {
    outcome: described(
      Type.Union([Type.Literal("approve"), Type.Literal("decline")]),
      "`approve`: a gated action may run once. `decline`: it may not.",
    ),
    reason: Type.Optional(
      notBlank(Type.String({ minLength: 1, maxLength: 500, description: "Why it is decided so." })),
    ),
  },
  {
    title: "DecisionResolution",
    description: "How a decision is decided.",
    additionalProperties: false,
  },
);

const REFUSALS = [
  "resource_not_found",
  "port_actor_not_allowed",
  "noun_decision_declined",
  "state_conflict",
  "noun_decision_timeout",
] as const;

export const decisionResolve = declareWrite<ObjectState>()({
  id: "decision.resolve",
  summary: "Resolve a decision",
  description:
    "Once, before its deadline, by an actor whom the program names. Where the program has an action that runs by itself after an approval, the clock calls that action at once, as an operation of its own.",
  http: { method: "POST", path: "/decisions/{decisionId}/resolve" },
  principals: PRODUCT_CALLERS,
  scope: "decisions:write",
  path: decisions.path,
  body: DecisionResolution,
  output: Decision,
  refusals: [...REFUSALS, "ledger_unavailable"],
  events: ["decision.approved", "decision.declined"],
  decide(state, { decisionId, outcome, reason }, context): Decided<(typeof REFUSALS)[number]> {
    const { realm, principal, actor } = context;
    const decision = state.decisions.byId(realm, decisionId);
    if (decision === undefined) return decisionNotFound(decisionId);
    const object = state.objects.byId(realm, decision.objectId);
    const program = object && compiledOf(state, realm, object.buildId);
    invariant(object !== undefined && program !== undefined, "objects and their Builds stay");
    const declared = nounOf(program, object.kind).decisions.get(decision.gate);
    const { status, deadlineMs, onTimeout, usedAtMs } = decision;
    // A decision ends when its object becomes one of a Build without it.
    if (declared === undefined) {
      const message = `decision ${decisionId} is ${status}, not pending`;
      return refuse("state_conflict", message, { expected: "pending", actual: status, status });
    }
    const clockMs = productClockMs(state, context);
    const isUsed = usedAtMs !== undefined;
    const refusal = refuseResolving(
      declared,
      { decisionId, status, deadlineMs, onTimeout, isUsed },
      { actor: callActorOf(context), nowMs: clockMs },
    );
    if (refusal !== undefined) return refusal as Decided<(typeof REFUSALS)[number]>;
    const isApproved = outcome === "approve";
    const calls = isApproved && autoCall(program, recordOfDocument(program, object), decision.gate);
    const fact = resolvedFact(decision, isApproved ? "approved" : "declined", {
      nowMs: context.nowMs,
      clockMs,
      changedBy: actorText(actor),
      reason,
      callsItself: calls !== false && calls !== undefined,
    });
    return accept([fact], decisionResource(fact.decision, principal));
  },
});
