/**
 * The engine of programs: what a call does to an object, or why it is refused. Pure: everything
 * that it knows comes from its arguments, it changes none of them, and equal arguments give equal
 * answers. Total: a program that was accepted ends each call with an outcome or with a refusal
 * whose code is declared (`README.md` has the order).
 *
 * The caller carries an outcome out as one step, and posts the moves: what the ledger refuses is
 * refused there.
 */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { ActionRun } from "./action_run.ts";
import { checkCondition } from "./aggregate_check.ts";
import { type CompiledNoun, type CompiledProgram, nounOf } from "./compiled_program.ts";
import { creationOf } from "./creation.ts";
import { Evaluation } from "./evaluation.ts";
import { checkGate } from "./gate.ts";
import type { ActionCall, CallActor, CreateCall, ObjectRecord } from "./object_record.ts";
import type { AllowedAction, Outcome } from "./outcome.ts";
import { checkParties } from "./party_check.ts";
import { checkPort } from "./port_check.ts";
import { nounRetired } from "./refusals.ts";
import { isRefusal, refusalOr, stop } from "./refused.ts";
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

/** What the first five steps of a call find. */
export type Begun = ReturnType<typeof beginAction>;

/** Steps 1 to 5: what is known before the input is read. */
function beginAction(
  program: CompiledProgram,
  noun: CompiledNoun,
  object: ObjectRecord,
  call: ActionCall,
  world: World,
) {
  checkPin(noun, object, call, world);
  const action = noun.actions.get(call.action);
  if (action === undefined) return refuseTransition(noun, object, call.action);
  const { actor, input } = call;
  const customerAt = (field: string) => {
    const customer = object.fields.get(field);
    return typeof customer === "string" ? customer : undefined;
  };
  checkPort(program, noun, { action: call.action, actor, customerAt });
  const given = { sources: action.input, values: input };
  checkParties(noun, { subject: object.subject, actor, given }, world);
  if (!action.from.includes(object.state)) return refuseTransition(noun, object, call.action);
  const decided = checkGate(action, object.objectId, world);
  const evaluation = new Evaluation({ program, noun, world, actor }, object);
  return { program, noun, action, decided, evaluation };
}

/** Step 1: the object is the one that the caller has seen. */
function checkPin(
  { kind }: CompiledNoun,
  { revision, digest }: ObjectRecord,
  { expectedRevision, expectedDigest }: ActionCall,
  world: World,
): void {
  if (world.isRetired(kind)) stop(nounRetired(kind));
  if (expectedDigest !== undefined && expectedDigest !== digest) {
    const message = `the object is of Build ${digest}; ${expectedDigest} was expected`;
    stop(refuse("state_conflict", message, { expected: expectedDigest, actual: digest, revision }));
  }
  if (expectedRevision === undefined || expectedRevision === revision) return;
  const message = `the object has revision ${revision}; ${expectedRevision} was expected`;
  const details = { expected: expectedRevision, actual: revision, revision };
  stop(refuse("state_conflict", message, details));
}

/** Step 4. An action that the program does not declare can be called in no state. */
function refuseTransition(noun: CompiledNoun, { state }: ObjectRecord, action: string): never {
  const { kind } = noun;
  const allowed = noun.actions.get(action)?.from ?? [];
  const possible = [...noun.actions.values()].filter(({ from }) => from.includes(state));
  const says =
    allowed.length === 0
      ? `${kind} has no action ${action}`
      : `${action} may be called in ${allowed.join(", ")}, and the object is ${state}`;
  const names = possible.map(({ name }) => name).join(", ");
  const message = `${says}; in ${state} there is ${names || "nothing to call"}`;
  return stop(refuse("invalid_noun_transition", message, { kind, action, state, allowed }));
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
