/**
 * Step 5 of a call: decisions. A decision is asked for by the action that `opens` it, and lets one
 * call of a gated action run once it is approved. What counts is the newest decision of a gate:
 * while one is pending no other may be asked for, and an approval that nobody has used ends when
 * the decision is asked for again.
 *
 * A decision's time is over at its deadline, whether or not the clock has said so yet: after that
 * moment nobody can decide it, and `onTimeout` holds.
 */
import { isoTime } from "../../base/iso_time.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { CompiledAction } from "./compiled_action.ts";
import type { CompiledDecision } from "./compiled_decision.ts";
import type { CallActor } from "./object_record.ts";
import type { OpenedDecision } from "./outcome.ts";
import { stop } from "./refused.ts";
import type { DecisionRecord, World } from "./world.ts";

/** What becomes of decisions in a call of the action. */
export function checkDecisions(
  { name, gate, opens }: CompiledAction,
  objectId: string,
  world: World,
): { opened: OpenedDecision | undefined; usedDecisionId: string | undefined } {
  const usedDecisionId = gate && approvalOf(name, gate, world.decision(objectId, gate.name), world);
  const pending = opens && world.decision(objectId, opens.name);
  if (opens !== undefined && pending !== undefined && isPending(pending, world.nowMs)) {
    const { decisionId } = pending;
    const message = `the decision ${opens.name} was asked for already, and is pending`;
    stop(refuse("state_conflict", message, { expected: null, actual: "pending", decisionId }));
  }
  return { opened: opens && openedBy(opens, world.nowMs), usedDecisionId };
}

function openedBy(decision: CompiledDecision, nowMs: number): OpenedDecision {
  const { name: gate, by, timeoutMs, onTimeout } = decision;
  return { gate, by, deadlineMs: nowMs + timeoutMs, onTimeout };
}

function isPending({ status, deadlineMs }: DecisionRecord, nowMs: number): boolean {
  return status === "pending" && nowMs < deadlineMs;
}

/** The id of the decision whose approval the call uses. */
function approvalOf(
  action: string,
  gate: CompiledDecision,
  decision: DecisionRecord | undefined,
  { nowMs }: World,
): string {
  const waits = `${action} waits for the decision ${gate.name}`;
  const ask = `call ${gate.openedBy.join(" or ")} to ask for it`;
  if (decision === undefined) {
    const message = `${waits}, which nobody has asked for; ${ask}`;
    return stop(refuse("state_conflict", message, { expected: "approved", actual: null }));
  }
  const { decisionId, deadlineMs, status, isUsed } = decision;
  if (isUsed) {
    const message = `${waits}, and decision ${decisionId} was used; ${ask} again`;
    const details = { expected: "approved", actual: "used", decisionId };
    return stop(refuse("state_conflict", message, details));
  }
  if (isPending(decision, nowMs)) {
    const expiresAt = isoTime(deadlineMs);
    const message = `${waits}, and decision ${decisionId} is pending until ${expiresAt}`;
    const details = { expected: "approved", actual: "pending", decisionId, expiresAt };
    return stop(refuse("state_conflict", message, details));
  }
  if (status === "approved") return decisionId;
  if (status === "declined") return stop(declined(decisionId));
  return decision.onTimeout === "approve" ? decisionId : stop(timedOut(decision));
}

function declined(decisionId: string): Refusal {
  const message = `decision ${decisionId} was declined`;
  return refuse("noun_decision_declined", message, { decisionId });
}

function timedOut({ decisionId, deadlineMs }: DecisionRecord): Refusal {
  const deadline = isoTime(deadlineMs);
  const message = `decision ${decisionId} was not decided before its deadline ${deadline}`;
  return refuse("noun_decision_timeout", message, { decisionId, deadline });
}

/** Why the actor cannot decide the decision now; undefined where it can. */
export function refuseResolving(
  { name, by }: CompiledDecision,
  decision: DecisionRecord,
  { actor, nowMs }: { actor: CallActor; nowMs: number },
): Refusal | undefined {
  const { decisionId, status } = decision;
  if (!by.includes(actor.type)) {
    const message = `the actor ${actor.type} may not decide ${name}; ${by.join(" or ")} may`;
    const details = { action: name, actor: actor.type, ports: [] };
    return refuse("port_actor_not_allowed", message, details);
  }
  if (status === "declined") return declined(decisionId);
  if (status === "approved") {
    const message = `decision ${decisionId} was approved already`;
    return refuse("state_conflict", message, { expected: "pending", actual: status, decisionId });
  }
  return isPending(decision, nowMs) ? undefined : timedOut(decision);
}
