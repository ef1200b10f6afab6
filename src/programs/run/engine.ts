/**
 * The engine of programs: what a call does to an object, or why it is refused. Pure: everything
 * that it knows comes from its arguments, it changes none of them, and equal arguments give equal
 * answers. Total: a program that was accepted ends each call with an outcome or with a refusal
 * whose code is declared (`README.md` has the order).
 *
 * The caller carries an outcome out as one step, and posts the moves: what the ledger refuses is
 * refused there.
 */
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { type Begun, beginAction } from "./action_begin.ts";
import { ActionRun } from "./action_run.ts";
import { checkCondition } from "./aggregate_check.ts";
import { type CompiledProgram, nounOf } from "./compiled_program.ts";
import { creationOf } from "./creation.ts";
import type { ActionCall, CallActor, CreateCall, ObjectRecord } from "./object_record.ts";
import type { AllowedAction, Outcome } from "./outcome.ts";
import { isRefusal, refusalOr } from "./refused.ts";
import { checkRequirement } from "./requirement_check.ts";
import { NO_FIELDS } from "./values.ts";
import type { World } from "./world.ts";

/**
 * Makes an object. `call.kind` is a noun of the program, and `call.objectId` the id of no object.
 */
export function createObject(
  program: CompiledProgram,
  call: CreateCall,
  world: World,
  digest = "",
): Outcome | Refusal {
  return refusalOr(() => creationOf(program, call, world, digest));
}

/** Calls an action of an object, which is of a noun of the program. */
export function callAction(
  program: CompiledProgram,
  object: ObjectRecord,
  call: ActionCall,
  world: World,
): Outcome | Refusal {
  return refusalOr(() => {
    const noun = nounOf(program, object.kind);
    const begun = beginAction(program, noun, object, call, world);
    return new ActionRun(begun, object, call, world).outcome();
  });
}

/**
 * Each action of the object, and what stands against it for this actor now. Of an action that needs
 * input, only what does not depend on the input is looked at; others are run to their end, with no
 * input.
 */
export function allowedActions(
  program: CompiledProgram,
  object: ObjectRecord,
  actor: CallActor,
  world: World,
): AllowedAction[] {
  const noun = nounOf(program, object.kind);
  return [...noun.actions.values()].map(({ name, needsInput }) => {
    const call = { action: name, actor };
    const answer = needsInput
      ? refusalOr(() => withoutInput(beginAction(program, noun, object, call, world)))
      : callAction(program, object, call, world);
    if (!isRefusal(answer)) return { action: name, allowed: true };
    const { code, message, details } = answer;
    return { action: name, allowed: false, code, message, details };
  });
}

function withoutInput({ action, evaluation }: Begun): object {
  for (const each of action.requires) if (!each.usesInput) checkRequirement(evaluation, each);
  for (const each of action.aggregateConditions) {
    if (!each.usesInput) checkCondition(evaluation, each);
  }
  return NO_FIELDS;
}
