/**
 * decision.expire: the system ends a decision whose deadline has passed. A caller is refused with
 * `operation_not_allowed` before the shard gets the request.
 */
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { actorText } from "../../contract/records/actor.ts";
import { refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { autoCall } from "../../programs/run/row_run.ts";
import { recordOfDocument } from "../object/object_document.ts";
import type { ObjectState } from "../object/object_state.ts";
import { compiledOf } from "../product/running_program.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { decisionNotFound, decisionResource, decisions } from "./decision_noun.ts";
import { Decision } from "./decision_schema.ts";
import { resolvedFact } from "./decision_steps.ts";

export const decisionExpire = declareWrite<ObjectState>()({
  id: "decision.expire",
  summary: "Expire a decision",
  description: "Done by the clock when the deadline has passed; then `onTimeout` holds.",
  http: { method: "POST", path: "/decisions/{decisionId}/expire" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  path: decisions.path,
  output: Decision,
  refusals: ["resource_not_found", "state_conflict", "state_constraint_failed"],
  events: ["decision.timed_out"],
  decide(state, { decisionId }, context) {
    const { realm, principal, actor } = context;
    const decision = state.decisions.byId(realm, decisionId);
    if (decision === undefined) return decisionNotFound(decisionId);
    const { status, deadlineMs, onTimeout } = decision;
    if (status !== "pending") {
      const message = `decision ${decisionId} is ${status}, not pending`;
      return refuse("state_conflict", message, { expected: "pending", actual: status, status });
    }
    const clockMs = productClockMs(state, context);
    if (deadlineMs > clockMs) {
      const now = isoTime(clockMs);
      const expiresAt = isoTime(deadlineMs);
      const message = `the deadline ${expiresAt} is after ${now}`;
      return refuseConstraint("deadline_passed", message, { expiresAt, now });
    }
    const object = state.objects.byId(realm, decision.objectId);
    const program = object && compiledOf(state, realm, object.buildId);
    invariant(object !== undefined && program !== undefined, "objects and their Builds stay");
    const record = recordOfDocument(program, object);
    const isApproved = onTimeout === "approve";
    const fact = resolvedFact(decision, "timed_out", {
      nowMs: context.nowMs,
      clockMs,
      changedBy: actorText(actor),
      callsItself: isApproved && autoCall(program, record, decision.gate) !== undefined,
    });
    return accept([fact], decisionResource(fact.decision, principal));
  },
});
