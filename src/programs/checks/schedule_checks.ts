/** P17: schedules are finite, and the clock may do what they ask. */

import { closedFault, inputFault, neededInput } from "../clock_calls.ts";
import type { Expression } from "../expression.ts";
import { at, type Findings, listed, quoted } from "../finding.ts";
import { intervalOf } from "../interval.ts";
import { endCallsOf } from "../payouts.ts";
import { mayClockCall, type Ports } from "../ports.ts";
import { closure, isWhole, reachableFrom } from "../state_graph.ts";
import type { TypedNoun } from "../typed_noun.ts";
import { namedBy, type TypedSchedule } from "../typed_schedule.ts";

export function checkSchedules(noun: TypedNoun, ports: Ports, findings: Findings): void {
  const told = new Set<string>();
  // In the order of their names, so that it does not matter in which order the program has them.
  const names = [...noun.schedules.keys()].sort();
  for (const schedule of names.map((name) => noun.schedules.get(name) as TypedSchedule)) {
    checkCalls(noun, schedule, ports, findings);
    checkCount(noun, schedule, findings);
    checkConsent(noun, schedule, findings);
    checkStates(noun, schedule, findings);
    checkMade(noun, schedule, told, findings);
  }
  for (const { name, source, path } of noun.actions.values()) {
    if (source.auto !== true || mayClockCall(ports, noun.kind, name)) continue;
    const { message, hint } = closedFault(noun.kind, name);
    findings.add("P17", at(path, "auto"), message, hint);
  }
}

function checkCalls(
  noun: TypedNoun,
  { source, path }: TypedSchedule,
  ports: Ports,
  findings: Findings,
): void {
  const { kind } = noun;
  const { actions } = noun.source;
  const { action, collect, retry, input } = source;
  if ((action === undefined) === (collect === undefined)) {
    const message =
      action === undefined ? "the schedule does nothing" : "the schedule does two things";
    findings.add("P17", path, message, 'Give it one of "action" and "collect".');
  }
  if (input !== undefined && collect !== undefined && Object.hasOwn(input, "amount")) {
    const hint = "Leave amount out of input.";
    findings.add("P17", at(path, "input", "amount"), "the collection gives the amount", hint);
  }
  const called = [
    { name: action, place: at(path, "action") },
    { name: collect?.then, place: at(path, "collect", "then") },
    { name: retry?.finally, place: at(path, "retry", "finally") },
  ];
  for (const { name, place } of called) {
    if (name === undefined || !Object.hasOwn(actions, name)) continue;
    if (!mayClockCall(ports, kind, name)) {
      const { message, hint } = closedFault(kind, name);
      findings.add("P17", place, message, hint);
    }
    if (actions[name]?.gate === undefined) continue;
    const message = `${quoted(name)} waits for a decision, and a row cannot`;
    const hint = 'Give the action "auto": true instead, or leave out its gate.';
    findings.add("P17", place, message, hint);
  }
  const last = retry?.finally ?? "";
  const needed = neededInput(noun, last);
  if (needed === undefined) return;
  const { message, hint } = inputFault(last, needed);
  findings.add("P17", at(path, "retry", "finally"), message, hint);
}

function checkCount(
  noun: TypedNoun,
  { source, repeat, path }: TypedSchedule,
  findings: Findings,
): void {
  const { max } = source;
  if (source.repeat === undefined) {
    if (max === undefined || max === 1) return;
    const message = "max is for schedules with repeat";
    findings.add(
      "P17",
      at(path, "max"),
      message,
      "Leave it out, or say how many rows there are.",
      "warning",
    );
    return;
  }
  if (max === undefined) {
    const hint = 'Give it a "max": the most rows that there can be.';
    findings.add("P17", path, "a schedule that repeats has no max", hint);
  }
  if (repeat === undefined || max === undefined) return;
  const rows = intervalOf(repeat, noun);
  const place = at(path, "repeat");
  if (rows.least > BigInt(max)) {
    const message = `there are at least ${rows.least} rows, and max is ${max}`;
    findings.add("P17", place, message, "Raise max, or repeat less often.");
  } else if (rows.most > BigInt(max)) {
    const message = `there may be more than ${max} rows, and the call is then refused`;
    findings.add("P17", place, message, `Give the field a "max" of ${max}.`, "warning");
  }
}

/** What is collected is collected under a consent for that, which is a field of the object. */
function checkConsent(
  { kind, source: { fields, subject } }: TypedNoun,
  { source, consent, path }: TypedSchedule,
  findings: Findings,
): void {
  if (source.collect !== undefined && subject === undefined) {
    const message = `${kind} has no subject from whom money would be collected`;
    const hint = 'Declare one: "subject": { "field": "borrower" }.';
    findings.add("P17", at(path, "collect"), message, hint);
    return;
  }
  if (consent === undefined) return;
  const place = at(path, "collect", "consent");
  const [root, name = ""] = consent.expression.kind === "path" ? consent.expression.names : [];
  if (root !== "fields") {
    const message = "the consent is no field of the object";
    findings.add("P17", place, message, "Write fields. and a field of type consent.");
  } else if (fields[name]?.consentType !== "collection") {
    const message = `the consent ${quoted(name)} need not be for collections`;
    findings.add("P17", place, message, 'Give the field "consentType": "collection".');
  }
}

/** Whether the states of `until`, and those in which a row's action may be called, can come after its beginning. */
function checkStates(
  noun: TypedNoun,
  { source, enters, calls, path }: TypedSchedule,
  findings: Findings,
): void {
  const begin = enters ?? noun.initial;
  const { states } = noun.source;
  if (begin === undefined || !Object.hasOwn(states, begin) || !isWhole(noun)) return;
  const reached = reachableFrom([begin], noun);
  for (const [index, state] of (source.until ?? []).entries()) {
    if (reached.has(state) || !Object.hasOwn(states, state)) continue;
    const message = `${quoted(state)} is not reached after ${quoted(begin)}`;
    findings.add("P17", at(path, "until", index), message, "Leave it out of until.");
  }
  const from = (calls === undefined ? undefined : noun.actions.get(calls)?.source.from) ?? [];
  if (from.length === 0 || from.some((state) => reached.has(state))) return;
  const place = source.action === undefined ? at(path, "collect", "then") : at(path, "action");
  const message = `${quoted(calls ?? "")} can be called in ${listed(from)}, and no actions lead there from ${quoted(begin)}`;
  findings.add("P17", place, message, "Begin in another state, or call another action.");
}

/**
 * A schedule that makes itself again without a pause would never end: a row leads to the state that makes
 * rows, and is due when it is made.
 */
function checkMade(
  noun: TypedNoun,
  schedule: TypedSchedule,
  told: Set<string>,
  findings: Findings,
): void {
  const { source, enters, path, name } = schedule;
  if (enters === undefined || source.once === true || isLater(schedule.at?.expression)) return;
  const next = new Map<string, Set<string>>();
  for (const each of noun.schedules.values()) {
    const { enters: state, source: other } = each;
    if (state === undefined || other.once === true || isLater(each.at?.expression)) continue;
    const known = next.get(state) ?? new Set();
    for (const to of calledBy(noun, each)) known.add(to);
    next.set(state, known);
  }
  const after = closure(calledBy(noun, schedule), next);
  if (!after.has(enters) || told.has(enters)) return;
  // The others of the same circle have no finding of their own.
  for (const state of after) told.add(state);
  const message = `the schedule ${quoted(name)} may make itself again without a pause`;
  const hint = 'Give it "once": true, or let it be due later: "addDays(now(), 1)".';
  findings.add("P17", at(path, "on"), message, hint);
}

/** The states that the actions of a row newly enter, and those that the clock calls after their payouts. */
function calledBy({ actions }: TypedNoun, schedule: TypedSchedule): string[] {
  const names = new Set(namedBy(schedule));
  for (const name of names) {
    const action = actions.get(name);
    for (const { action: next } of action === undefined ? [] : endCallsOf(action)) names.add(next);
  }
  return [...names].flatMap((name) => {
    const action = actions.get(name);
    if (action === undefined) return [];
    // An action that stays in its state does not enter it.
    return action.targets.filter((to) => action.source.from.some((from) => from !== to));
  });
}

/** Whether the moment is surely after the one at which it is computed. */
function isLater(expression: Expression | undefined): boolean {
  if (expression?.kind !== "call") return false;
  const [moment, count] = expression.args;
  const isNow = moment?.kind === "call" && (moment.name === "now" || moment.name === "today");
  if (!isNow && !isLater(moment)) return false;
  if (expression.name === "addDuration") return count?.kind === "text" || isNow;
  const isAdding = ["addDays", "addMonths", "addYears"].includes(expression.name);
  return isAdding && count?.kind === "number" && count.value > 0;
}
