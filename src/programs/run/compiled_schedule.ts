/** A schedule of a program, ready to run. */
import { invariant } from "../../base/invariant.ts";
import type { TypedSchedule } from "../typed_schedule.ts";
import { durationMsOf, startOf } from "./calendar.ts";
import { compileExpression } from "./compiled_expression.ts";
import type { Compiled } from "./evaluation.ts";
import type { Names } from "./names.ts";
import type { Value } from "./values.ts";

export type CompiledSchedule = {
  name: string;
  /** The state whose beginning makes the rows; undefined: the creation does. */
  enters: string | undefined;
  /** When a row is due, milliseconds UTC; a date stands for its first moment. */
  atMs: Compiled<number>;
  repeat: Compiled<number> | undefined;
  rowsMax: number;
  isOnce: boolean;
  /** The action that a row calls. */
  action: string;
  input: ReadonlyMap<string, Compiled<Value>>;
  collect: CompiledCollect | undefined;
  /** The pauses before the attempts after the first. */
  pausesMs: readonly number[];
  /** The action after the last attempt that was refused. */
  finally: string | undefined;
  /** States in which no further row runs. */
  until: ReadonlySet<string>;
};

/** What a row collects: the consent and the amount, which is the action's input `amount`. */
export type CompiledCollect = {
  consent: Compiled<string>;
  amount: Compiled<bigint>;
  /** The action that follows where a bank has taken back what it had collected. */
  returned: string | undefined;
};

/** A schedule of an accepted program. A moment that is a date means its first moment in UTC. */
export function compileSchedule(schedule: TypedSchedule, names: Names): CompiledSchedule {
  const { name, source, enters, at, repeat, calls, amount, consent, input } = schedule;
  invariant(at !== undefined && calls !== undefined, "a schedule of an accepted program is typed");
  const { max = 1, once, retry, until } = source;
  const moment = compileExpression<string | number>(at, names);
  return {
    name,
    enters,
    atMs: (call) => {
      const value = moment(call);
      return typeof value === "string" ? startOf(value) : value;
    },
    repeat: repeat && compileExpression<number>(repeat, names),
    rowsMax: max,
    isOnce: once === true,
    action: calls,
    input: new Map([...input].map(([field, each]) => [field, compileExpression(each, names)])),
    collect:
      consent === undefined || amount === undefined
        ? undefined
        : {
            consent: compileExpression<string>(consent, names),
            amount: compileExpression<bigint>(amount, names),
            returned: source.collect?.returned,
          },
    pausesMs: (retry?.after ?? []).map(durationMsOf),
    finally: retry?.finally,
    until: new Set(until),
  };
}
