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
import type { Account } from "./account.ts";
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
  /**
   * The call moves the money of a collection, which the consent must cover. `debits`: the accounts of customers that the call may
   * take money from; what a bank collects by a mandate is credited to the one that there is.
   */
  | {
      does: "collect";
      call: ActionCall;
      consentId: string;
      amount: bigint;
      currency: string;
      debits: readonly Account[];
    };

export type RowOfSchedule = { schedule: CompiledSchedule; index: number; collected?: bigint };

/** The schedule of the kind; undefined where the program has none with the name. */
export function scheduleOf(
  program: CompiledProgram,
  kind: string,
  name: string,
): CompiledSchedule | undefined {
  return nounOf(program, kind).schedules.find((schedule) => schedule.name === name);
}

/**
 * The call that the row makes now; a refusal where its input cannot be computed. `collected`: what a bank has collected for the
 * row by a mandate, of which the call is all that is left to do.
 */
export function rowCall(
  program: CompiledProgram,
  object: ObjectRecord,
  { schedule, index, collected }: RowOfSchedule,
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
    const moved = (money: bigint) => ({ ...call, input: { ...input, amount: String(money) } });
    if (collected !== undefined) return { does: "call", call: moved(collected) };
    const amount = collect.amount(evaluation);
    if (amount === 0n) return { does: "nothing", why: "no_amount" };
    const consentId = collect.consent(evaluation);
    const currency = object.currency ?? stopAt("missing_value", "the object has no currency");
    const debits = noun.actions.get(schedule.action)?.debits ?? [];
    return {
      does: "collect",
      call: moved(amount),
      ...{ consentId, amount, currency },
      debits: debits.map((account) => account(evaluation)),
    };
  });
}

/** What follows an attempt that was refused. */
export type AfterRefusal =
  | { does: "retry"; dueAtMs: number }
  | { does: "call"; call: ActionCall }
  | { does: "nothing" };

/**
 * What follows a refused attempt of a row: another attempt after a pause, the action `finally` once the pauses are used
 * up, or nothing. `attempt`: the number of the refused attempt, from 1. `nowMs`: milliseconds UTC. `isFinal`: a bank says that no
 * other attempt can succeed, so that none is made.
 */
export function afterRefusal(
  schedule: CompiledSchedule,
  { attempt, nowMs, isFinal = false }: { attempt: number; nowMs: number; isFinal?: boolean },
): AfterRefusal {
  const pauseMs = isFinal ? undefined : schedule.pausesMs[attempt - 1];
  if (pauseMs !== undefined) return { does: "retry", dueAtMs: nowMs + pauseMs };
  if (schedule.finally === undefined) return { does: "nothing" };
  return { does: "call", call: { action: schedule.finally, actor: CLOCK } };
}

/**
 * The call that follows where a bank has taken back what it had collected for a row of the schedule; undefined where the program
 * names none, or where the object has ended.
 */
export function returnedCall(
  program: CompiledProgram,
  { kind, state }: ObjectRecord,
  schedule: string,
): ActionCall | undefined {
  const action = scheduleOf(program, kind, schedule)?.collect?.returned;
  if (action === undefined || nounOf(program, kind).terminal.has(state)) return undefined;
  return { action, actor: CLOCK };
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
