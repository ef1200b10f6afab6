/** A call of an action, decided by the engine and carried out as facts: what every operation does that calls one. */
import type { Acceptance } from "../../contract/declare/operation.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { callAction } from "../../programs/run/engine.ts";
import type { ActionCall } from "../../programs/run/object_record.ts";
import { isRefusal } from "../../programs/run/refused.ts";
import { actedBy } from "./carried_out.ts";
import type { CallOfProgram } from "./object_call.ts";
import type { CalledObject } from "./object_document.ts";

/** The events of a call of an action. */
export const ACTION_EVENTS = [
  "object.action_performed",
  "object.state_changed",
  "transfer.posted",
  "transfer.failed",
  "decision.requested",
  "payout.created",
  "payout.posted",
  "collection.processing",
] as const;

/** What the call does; or its refusal, by the program or by the ledger. */
export function calledAction(
  call: CallOfProgram,
  object: CalledObject,
  asked: ActionCall,
): Acceptance | Refusal {
  const outcome = callAction(call.program, object.record, asked, call.world);
  return isRefusal(outcome) ? outcome : actedBy(call, object, outcome);
}
