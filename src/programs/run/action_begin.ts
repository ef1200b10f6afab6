/** Steps 1 to 5 of a call of an action: what is known before the input is read. */
import { refuse } from "../../contract/refusals/refusal.ts";
import type { CompiledNoun } from "./compiled_noun.ts";
import type { CompiledProgram } from "./compiled_program.ts";
import { checkDecisions } from "./decisions.ts";
import { Evaluation } from "./evaluation.ts";
import type { ActionCall, ObjectRecord } from "./object_record.ts";
import { checkParties } from "./party_check.ts";
import { checkPort } from "./port_check.ts";
import { nounRetired } from "./refusals.ts";
import { stop } from "./refused.ts";
import type { World } from "./world.ts";

/** What the first five steps of a call find. */
export type Begun = ReturnType<typeof beginAction>;

/** Steps 1 to 5: what is known before the input is read. */
export function beginAction(
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
  const decided = checkDecisions(action, object.objectId, world);
  const evaluation = new Evaluation({ noun, world }, object);
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
