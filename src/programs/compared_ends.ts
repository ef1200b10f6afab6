/**
 * P24 of what the clock calls later: after the payouts and collections of actions, and after rows of schedules whose bank takes money
 * back. An object may wait for an end of what it has asked for under the previous Build, a payout for days and a collection for months,
 * and is told of it by the new one.
 */
import type { ThenSource } from "./action_schema.ts";
import { at, quoted } from "./finding.ts";
import { collectionsOf } from "./mandates.ts";
import { type Ended, payoutsOf } from "./payouts.ts";
import type { Changes, Migration } from "./program_changes.ts";
import type { TypedAction } from "./typed_action.ts";
import type { TypedNoun } from "./typed_noun.ts";

type Asked = { of: Ended; label: string; path: string; then: ThenSource };

/** What is called at an end. `whose`: of what, and when, in words. */
type Call = { action: string | undefined; path: string; whose: string };

type Nouns = { before: TypedNoun; after: TypedNoun; migration: Migration; changes: Changes };

export function compareEnds(nouns: Nouns): void {
  const { before, after } = nouns;
  for (const action of before.actions.values()) {
    const now = after.actions.get(action.name);
    // Of an action that is gone, that it is gone is a change of its own.
    if (now !== undefined) compareAsked(action, now, nouns);
  }
  compareReturned(nouns);
}

/** The payouts and collections of an action that both programs have. */
function compareAsked(before: TypedAction, after: TypedAction, nouns: Nouns): void {
  const [was, is] = [askedBy(before), askedBy(after)];
  for (const asked of was) {
    const now = is.find(({ of, label }) => of === asked.of && label === asked.label);
    const what = `the ${asked.of} ${quoted(asked.label)} of ${quoted(before.name)}`;
    for (const end of endsOf(asked.then)) {
      const whose = `when ${what} is ${end}`;
      const path = now === undefined ? at(after.path, "moves") : at(now.path, "then", end);
      const call = { action: now?.then[end], path, whose };
      compareCall(
        { called: asked.then[end] as string, from: before.targets },
        call,
        nouns,
        before.name,
      );
    }
    for (const end of now === undefined ? [] : endsOf(now.then)) {
      if (asked.then[end] !== undefined) continue;
      const path = at(now?.path ?? "", "then", end);
      nouns.changes.adds(path, `${quoted(now?.then[end] ?? "")} is called when ${what} is ${end}`);
    }
  }
  for (const { of, label, path } of is) {
    if (was.some((asked) => asked.of === of && asked.label === label)) continue;
    nouns.changes.adds(path, `the ${of} ${quoted(label)} of ${quoted(after.name)}`);
  }
}

/** What schedules call where a bank has taken back what it had collected for a row. */
function compareReturned(nouns: Nouns): void {
  const { before, after } = nouns;
  for (const { name, source } of before.schedules.values()) {
    const called = source.collect?.returned;
    if (called === undefined) continue;
    const now = after.schedules.get(name);
    const collect = now?.source.collect;
    const whose = `when what was collected for the schedule ${quoted(name)} is returned`;
    const place = at(after.path, "schedules", name);
    const path = collect === undefined ? place : at(place, "collect", "returned");
    const from = before.actions.get(called)?.source.from ?? [];
    compareCall({ called, from }, { action: collect?.returned, path, whose }, nouns);
  }
  for (const { name, source, path } of after.schedules.values()) {
    const { returned } = source.collect ?? {};
    const was = before.schedules.get(name)?.source.collect;
    if (returned === undefined || was === undefined || was.returned !== undefined) continue;
    const message = `${quoted(returned)} is called when what was collected for the schedule ${quoted(name)} is returned`;
    nouns.changes.adds(at(path, "collect", "returned"), message);
  }
}

/**
 * The call at one end, as it was and as it is. `from`: the states in which objects wait for the end. A migration that gives up the action
 * that was called, or the one that has asked (`maker`), says what becomes of the objects: nothing.
 */
function compareCall(
  { called, from }: { called: string; from: readonly string[] },
  { action, path, whose }: Call,
  { before, after, migration, changes }: Nouns,
  maker?: string,
): void {
  const given = migration.removedActions ?? [];
  const isMapped = given.includes(called) || (maker !== undefined && given.includes(maker));
  const hint = `Keep it as it was, or write "migrations": { "${before.kind}": { "removedActions": ["${called}"] } }.`;
  if (action === undefined) {
    changes.breaks(path, `nothing is called any more ${whose}`, hint, isMapped);
    return;
  }
  const lost = statesLost(before, after, migration, { called, from, action });
  if (lost !== undefined) {
    const message = `${quoted(action)} cannot be called in the state ${quoted(lost)} any more ${whose}`;
    changes.breaks(path, message, hint, isMapped);
  } else if (action !== called) {
    changes.adds(path, `${quoted(action)} is called in the place of ${quoted(called)} ${whose}`);
  }
}

/** A state in which the end could be told to an object, and cannot any more; undefined where there is none. */
function statesLost(
  before: TypedNoun,
  after: TypedNoun,
  { states = {} }: Migration,
  { called, from, action }: { called: string; from: readonly string[]; action: string },
): string | undefined {
  const could = before.actions.get(called)?.source.from ?? [];
  const can = after.actions.get(action)?.source.from ?? [];
  return from
    .filter((state) => could.includes(state))
    .map((state) => (Object.hasOwn(states, state) ? (states[state] as string) : state))
    .find((state) => Object.hasOwn(after.source.states, state) && !can.includes(state));
}

function askedBy(action: TypedAction): Asked[] {
  return [
    ...payoutsOf(action).map((each) => ({ ...each, of: "payout" as const })),
    ...collectionsOf(action).map((each) => ({ ...each, of: "collection" as const })),
  ];
}

function endsOf(then: ThenSource): (keyof ThenSource)[] {
  return Object.keys(then) as (keyof ThenSource)[];
}
