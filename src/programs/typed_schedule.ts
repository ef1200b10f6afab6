/** A schedule with its expressions read and typed. */
import type { FieldSource } from "./field_schema.ts";
import { at, quoted } from "./finding.ts";
import { AMOUNT, COUNTED, type NounContext, TIMED } from "./noun_context.ts";
import type { ScheduleSource } from "./schedule_schema.ts";
import type { Scope } from "./scope.ts";
import type { Typed } from "./typed_expression.ts";
import { typeName, typeOfField } from "./value_type.ts";

export type TypedSchedule = {
  name: string;
  path: string;
  source: ScheduleSource;
  /** The state whose beginning makes the rows; undefined of `create`. */
  enters: string | undefined;
  at: Typed | undefined;
  repeat: Typed | undefined;
  /** The action that a row calls, by itself or for a collection. */
  calls: string | undefined;
  amount: Typed | undefined;
  consent: Typed | undefined;
  input: ReadonlyMap<string, Typed>;
};

/** The names of the actions that the clock calls for the schedule: by a row, after its last attempt, after money was taken back. */
export function namedBy({
  source: { action, collect, retry },
}: Pick<TypedSchedule, "source">): readonly string[] {
  return [action, collect?.then, retry?.finally, collect?.returned].filter(
    (name) => name !== undefined,
  );
}

export function readSchedule(
  noun: NounContext,
  name: string,
  source: ScheduleSource,
): TypedSchedule {
  const path = at(noun.path, "schedules", name);
  const scope = noun.scope(TIMED);
  const { on, collect, repeat } = source;
  const enters = on === "create" ? undefined : on.slice("enter:".length);
  if (enters !== undefined) noun.checkName(enters, noun.source.states, "a state", at(path, "on"));
  noun.checkStates(source.until, at(path, "until"));
  const calls = source.action ?? collect?.then;
  const place = source.action === undefined ? at(path, "collect", "then") : at(path, "action");
  const { actions } = noun.source;
  const isKnown = calls !== undefined && noun.checkName(calls, actions, "an action", place);
  const last = source.retry?.finally;
  if (last !== undefined) noun.checkName(last, actions, "an action", at(path, "retry", "finally"));
  const back = collect?.returned;
  if (back !== undefined)
    noun.checkName(back, actions, "an action", at(path, "collect", "returned"));
  // Of a schedule that does two things nobody knows which is meant: P17 says so.
  const isOne = source.action === undefined || collect === undefined;
  const inputs = isKnown && isOne ? (actions[calls]?.input ?? {}) : undefined;
  return {
    name,
    path,
    source,
    enters,
    at: momentOf(noun, source.at, scope, at(path, "at")),
    repeat:
      repeat === undefined
        ? undefined
        : noun.typed(repeat, { type: "int" }, noun.scope(COUNTED), at(path, "repeat")),
    calls: isKnown ? calls : undefined,
    amount: collect && noun.typed(collect.amount, AMOUNT, scope, at(path, "collect", "amount")),
    consent:
      collect &&
      noun.typed(collect.consent, { type: "consent" }, scope, at(path, "collect", "consent")),
    input: inputsOf(noun, source, inputs, scope, path),
  };
}

/** A time, or a day, which stands for its first moment in UTC. */
function momentOf(noun: NounContext, text: string, scope: Scope, path: string): Typed | undefined {
  const found = noun.typed(text, undefined, scope, path);
  if (found === undefined || found.type.type === "time" || found.type.type === "date") return found;
  const hint = "Write addDays(now(), 3), or a field of type time or date.";
  noun.fault(
    "P03",
    path,
    `a row is due at a time or a date, and this is ${typeName(found.type)}`,
    hint,
  );
  return undefined;
}

function inputsOf(
  noun: NounContext,
  { input = {}, collect }: ScheduleSource,
  wanted: Readonly<Record<string, FieldSource>> | undefined,
  scope: Scope,
  path: string,
): ReadonlyMap<string, Typed> {
  const found = new Map<string, Typed>();
  if (wanted === undefined) return found;
  for (const [name, text] of Object.entries(input)) {
    const place = at(path, "input", name);
    if (!noun.checkName(name, wanted, "an input of the action", place)) continue;
    const value = noun.typed(text, typeOfField(wanted[name] as FieldSource), scope, place);
    if (value !== undefined) found.set(name, value);
  }
  for (const [name, field] of Object.entries(wanted)) {
    const isGiven = Object.hasOwn(input, name) || (collect !== undefined && name === "amount");
    if (field.required !== true || isGiven) continue;
    const hint = `Give it: "input": { "${name}": … }.`;
    noun.fault("P02", path, `the action needs the input ${quoted(name)}, which no row gives`, hint);
  }
  if (collect === undefined || wanted["amount"]?.type === "amount") return found;
  const hint = 'Give the action "input": { "amount": { "type": "amount", "required": true } }.';
  const message = `${quoted(collect.then)} has no input "amount" for what was collected`;
  noun.fault("P02", at(path, "collect", "then"), message, hint);
  return found;
}
