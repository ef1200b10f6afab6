/**
 * What the platform does when a payout of an object has ended: it calls the action that the program names for that end, and
 * money that has left an own account, or come back to it, changes what limits measure.
 */
import type { MandateEnd, PayoutEnd } from "../action_schema.ts";
import type { OwnAccount } from "./account.ts";
import { type CompiledProgram, nounOf } from "./compiled_program.ts";
import { isMeasured } from "./limit_check.ts";
import type { ActionCall, ObjectRecord } from "./object_record.ts";
import type { Outcome } from "./outcome.ts";
import { CLOCK } from "./row_run.ts";

/** Which payout of an object it is, or which collection by a mandate: the action that has made it, and its label there. */
export type PayoutOfObject = { action: string; label: string };

/**
 * The call that follows the end; undefined where the program names none, where the object has ended, or where the object is
 * of another Build since, whose action has no payout with the label.
 */
export function endCall(
  program: CompiledProgram,
  { kind, state }: ObjectRecord,
  { action, label }: PayoutOfObject,
  end: PayoutEnd | MandateEnd,
): ActionCall | undefined {
  const { actions, terminal } = nounOf(program, kind);
  const called = actions.get(action)?.then.get(label)?.[end];
  if (called === undefined || terminal.has(state)) return undefined;
  return { action: called, actor: CLOCK };
}

/** How limits on balances of own accounts change where the account has so much more, or less. */
export function changesOfOwn(
  program: CompiledProgram,
  { noun, name, subject = "", currency }: OwnAccount,
  change: bigint,
): Outcome["limits"] {
  return program.limits.flatMap((limit) => {
    const { of, kind, name: measured } = limit.measure;
    const isIt = of === "own" && kind === noun && measured === name;
    if (!isIt || !isMeasured(limit, currency)) return [];
    return [{ name: limit.name, scope: limit.isOfSubject ? subject : "", change }];
  });
}
