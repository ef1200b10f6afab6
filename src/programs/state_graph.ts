/** The states of a noun as a graph: what leads where, as sets for the checks and as a picture for people. */
import { ENDS } from "./action_schema.ts";
import { callingEnds } from "./payouts.ts";
import type { TypedNoun } from "./typed_noun.ts";

export type Transition = { action: string; from: string; to: string };

/** Every transition between states that there are. */
export function transitionsOf(noun: TypedNoun): readonly Transition[] {
  const { states, steps } = graphOf(noun);
  const nameOf = (state: number) => states[state] as string;
  return steps.flatMap(({ action, from, to }) =>
    from.flatMap((one) => to.map((other) => ({ action, from: nameOf(one), to: nameOf(other) }))),
  );
}

/** From each state of `from` an action leads to each of `to`: states by their numbers. */
type Step = { action: string; from: readonly number[]; to: readonly number[] };

/** Which states of a noun lead to which. Has no transitions: they may be a hundred thousand. */
type Graph = {
  states: readonly string[];
  numbers: ReadonlyMap<string, number>;
  /** What the actions do between states that there are, in the order of the actions. */
  steps: readonly Step[];
  /** By pair of states, at one * size + other: 1 where one action leads from the one to the other. */
  leads: Uint8Array;
  isWhole: boolean;
};

const GRAPHS = new WeakMap<TypedNoun, Graph>();

/** Kept, because the checks of a noun ask many times. */
function graphOf(noun: TypedNoun): Graph {
  const known = GRAPHS.get(noun);
  if (known !== undefined) return known;
  const states = Object.keys(noun.source.states);
  const numbers = new Map(states.map((state, number) => [state, number]));
  const leads = new Uint8Array(states.length ** 2);
  const steps: Step[] = [];
  let isWhole = true;
  for (const { name, targets, source } of noun.actions.values()) {
    const from = numbersOf(source.from, numbers);
    const to = numbersOf(targets, numbers);
    steps.push({ action: name, from, to });
    for (const one of from) for (const other of to) leads[one * states.length + other] = 1;
    if (from.length < source.from.length || to.length < targets.length) isWhole = false;
  }
  const made = { states, numbers, steps, leads, isWhole };
  GRAPHS.set(noun, made);
  return made;
}

/** The numbers of the names that are states. */
function numbersOf(names: readonly string[], numbers: Graph["numbers"]): readonly number[] {
  const found: number[] = [];
  for (const name of names) {
    const number = numbers.get(name);
    if (number !== undefined) found.push(number);
  }
  return found;
}

/** Whether every action names states that there are: otherwise nothing is known of what leads where. */
export function isWhole(noun: TypedNoun): boolean {
  return graphOf(noun).isWhole;
}

/** The states of a noun that `from` leads to over any number of actions, itself among them. */
export function reachableFrom(from: Iterable<string>, noun: TypedNoun): ReadonlySet<string> {
  const graph = graphOf(noun);
  const size = graph.states.length;
  return reachedIn(graph, from, (state, other) => state * size + other);
}

/** The states of a noun from which one of `to` can be reached, these among them. */
export function leadingTo(to: Iterable<string>, noun: TypedNoun): ReadonlySet<string> {
  const graph = graphOf(noun);
  const size = graph.states.length;
  return reachedIn(graph, to, (state, other) => other * size + state);
}

/** `pairOf`: the place of a pair of which the second state is reached from the first. */
function reachedIn(
  { states, numbers, leads }: Graph,
  from: Iterable<string>,
  pairOf: (state: number, other: number) => number,
): ReadonlySet<string> {
  const reached = new Set(from);
  const open = [...reached].flatMap((state) => numbers.get(state) ?? []);
  const seen = new Uint8Array(states.length);
  for (const state of open) seen[state] = 1;
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (let other = 0; other < states.length; other++) {
      if (leads[pairOf(state, other)] === 0 || seen[other] === 1) continue;
      seen[other] = 1;
      reached.add(states[other] as string);
      open.push(other);
    }
  }
  return reached;
}

/** What can be reached from `from` over any number of steps, itself among them. */
export function closure(
  from: Iterable<string>,
  next: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const reached = new Set<string>(from);
  // A set that grows while it is walked is walked to its end.
  for (const state of reached) for (const to of next.get(state) ?? []) reached.add(to);
  return reached;
}

/** A state diagram in the language of Mermaid. */
export function mermaidOf(noun: TypedNoun): string {
  const { initial, source } = noun;
  const lines = ["stateDiagram-v2"];
  if (initial !== undefined) lines.push(`  [*] --> ${initial}`);
  addEdges(noun, lines);
  for (const [state, { terminal }] of Object.entries(source.states)) {
    if (terminal === true) lines.push(`  ${state} --> [*]`);
  }
  return `${lines.join("\n")}\n`;
}

/**
 * Adds a line for each pair of states, with all actions that lead from the one to the other, each once. An action that is
 * called when a payout has ended, or when a bank has taken money back, says so.
 */
function addEdges(noun: TypedNoun, lines: string[]): void {
  const { states, steps } = graphOf(noun);
  const calling = callingEnds(noun);
  const takenBack = new Set(
    [...noun.schedules.values()].map(({ source }) => source.collect?.returned),
  );
  const shown = (action: string) => {
    const isAfter = (what: string, end: string) =>
      calling.get(action)?.has(`${what} ${end}`) === true ||
      (what === "collection" && end === "returned" && takenBack.has(action));
    const after = (["payout", "collection"] as const).flatMap((what) => {
      const ends = ENDS.filter((end) => isAfter(what, end));
      return ends.length > 0 ? [`${what} ${ends.join(" or ")}`] : [];
    });
    return after.length === 0 ? action : `${action} (${after.join(", ")})`;
  };
  const beginnings = states.map((state) => `  ${state} --> `);
  /** By pair of states: the number of its line, 0 for none; and of the last action in it, from 1. */
  const lineOf = new Int32Array(states.length ** 2);
  const lastOf = new Int32Array(states.length ** 2);
  for (const [index, { action, from, to }] of steps.entries()) {
    const ends = to.map((other) => ({ other, text: `${states[other]} : ${shown(action)}` }));
    const more = `, ${shown(action)}`;
    for (const one of from) {
      for (const { other, text } of ends) {
        const pair = one * states.length + other;
        const line = lineOf[pair] as number;
        if (line === 0) {
          lineOf[pair] = lines.length;
          lines.push(`${beginnings[one]}${text}`);
        } else if (lastOf[pair] !== index + 1) lines[line] += more;
        lastOf[pair] = index + 1;
      }
    }
  }
}
