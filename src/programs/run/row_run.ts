/**
 * What the clock does when a row of a schedule is due. A row does nothing where its object has
 * ended or is in a state of `until`, and nothing where there is nothing to collect. Its input and
 * its amount are computed when it runs.
 *
 * A row that was refused is tried again after each of the pauses, whatever it was refused for;
 * after the last attempt `finally` is called, once. Attempts are counted from 1.
 */
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { FieldSource } from "../field_schema.ts";
import { type CompiledProgram, nounOf } from "./compiled_program.ts";
import type { CompiledSchedule } from "./compiled_schedule.ts";
import { Evaluation } from "./evaluation.ts";
import type { ActionCall, CallActor, ObjectRecord } from "./object_record.ts";
import { refusalOr, stopAt } from "./refused.ts";
import { type Json, toJson } from "./values.ts";
import type { World } from "./world.ts";

/** Who calls what a schedule or a decision starts. */
export const CLOCK: CallActor = { type: "clock", id: "clock" };

export type RowCall =
  /** There is nothing to do. */
  | { does: "nothing"; why: "ended" | "until" | "no_amount" }
  | { does: "call"; call: ActionCall }
  /** The call moves the money of a collection, which the consent must cover. */
  | { does: "collect"; call: ActionCall; consentId: string; amount: bigint; currency: string };

/** The schedule of the kind; undefined where the program has none with the name. */
export function scheduleOf(
  program: CompiledProgram,
  kind: string,
  name: string,
): CompiledSchedule | undefined {
  return nounOf(program, kind).schedules.find((schedule) => schedule.name === name);
}

/** The call that the row makes now; a refusal where its input cannot be computed. */
export function rowCall(
  program: CompiledProgram,
  object: ObjectRecord,
  { schedule, index }: { schedule: CompiledSchedule; index: number },
  world: World,
): RowCall | Refusal {
  const noun = nounOf(program, object.kind);
  if (schedule.until.has(object.state)) return { does: "nothing", why: "until" };
  if (noun.terminal.has(object.state)) return { does: "nothing", why: "ended" };
  return refusalOr(() => {
    const evaluation = new Evaluation({ noun, world }, object);
    evaluation.index = index;
    const sources = noun.actions.get(schedule.action)?.input ?? {};
    const input: Record<string, Json> = {};
    for (const [name, value] of schedule.input) {
      input[name] = toJson(value(evaluation), sources[name] as FieldSource);
    }
    const call = { action: schedule.action, actor: CLOCK, input };
    const { collect } = schedule;
    if (collect === undefined) return { does: "call", call };
    const amount = collect.amount(evaluation);
    if (amount === 0n) return { does: "nothing", why: "no_amount" };
    const consentId = collect.consent(evaluation);
    const currency = object.currency ?? stopAt("missing_value", "the object has no currency");
    const collected = { ...call, input: { ...input, amount: String(amount) } };
    return { does: "collect", call: collected, consentId, amount, currency };
  });
}

/** What follows an attempt that was refused. */
export type AfterRefusal =
  | { does: "retry"; dueAtMs: number }
  | { does: "call"; call: ActionCall }
  | { does: "nothing" };

/**
 * What follows a refused attempt of a row: another attempt after a pause, the action `finally` once the pauses are used
 * up, or nothing. `attempt`: the number of the refused attempt, from 1. `nowMs`: milliseconds UTC.
 */
export function afterRefusal(
  schedule: CompiledSchedule,
  { attempt, nowMs }: { attempt: number; nowMs: number },
): AfterRefusal {
  const pauseMs = schedule.pausesMs[attempt - 1];
  if (pauseMs !== undefined) return { does: "retry", dueAtMs: nowMs + pauseMs };
  if (schedule.finally === undefined) return { does: "nothing" };
  return { does: "call", call: { action: schedule.finally, actor: CLOCK } };
}

/**
 * The action that the platform calls by itself when the decision of the gate is approved;
 * undefined: none.
 */
export function autoCall(
  program: CompiledProgram,
  object: ObjectRecord,
  gate: string,
): ActionCall | undefined {
  const noun = nounOf(program, object.kind);
  const actions = noun.decisions.get(gate)?.autoActions ?? [];
  const action = actions.find((name) => noun.actions.get(name)?.from.includes(object.state));
  return action === undefined ? undefined : { action, actor: CLOCK };
}
