/** The states of a noun as a graph: what leads where, as sets for the checks and as a picture for people. */
import type { TypedNoun } from "./typed_noun.ts";

export type Transition = { action: string; from: string; to: string };

const TRANSITIONS = new WeakMap<TypedNoun, readonly Transition[]>();

/** Every transition between states that there are. */
export function transitionsOf(noun: TypedNoun): readonly Transition[] {
  const known = TRANSITIONS.get(noun);
  if (known !== undefined) return known;
  const { actions, source } = noun;
  const isState = (state: string) => Object.hasOwn(source.states, state);
  const found = [...actions.values()].flatMap(({ name, source: { from }, targets }) => {
    const ends = targets.filter(isState);
    return from
      .filter(isState)
      .flatMap((state) => ends.map((to) => ({ action: name, from: state, to })));
  });
  TRANSITIONS.set(noun, found);
  return found;
}

const WHOLE = new WeakMap<TypedNoun, boolean>();

/** Whether every action names states that there are: otherwise nothing is known of what leads where. */
export function isWhole(noun: TypedNoun): boolean {
  const known = WHOLE.get(noun);
  if (known !== undefined) return known;
  const found = [...noun.actions.values()].every(({ targets, source: { from } }) =>
    [...targets, ...from].every((state) => Object.hasOwn(noun.source.states, state)),
  );
  WHOLE.set(noun, found);
  return found;
}

type Edge = Pick<Transition, "from" | "to">;
type Neighbours = ReadonlyMap<string, ReadonlySet<string>>;

/** By list of edges, because the checks of a noun ask for the same one many times. */
const AFTER = new WeakMap<readonly Edge[], Neighbours>();
const BEFORE = new WeakMap<readonly Edge[], Neighbours>();

/** The states that `from` leads to over any number of transitions, itself among them. */
export function reachableFrom(from: Iterable<string>, edges: readonly Edge[]): ReadonlySet<string> {
  return closure(
    from,
    neighbours(AFTER, edges, ({ from, to }) => [from, to]),
  );
}

/** The states from which one of `to` can be reached, these among them. */
export function leadingTo(to: Iterable<string>, edges: readonly Edge[]): ReadonlySet<string> {
  return closure(
    to,
    neighbours(BEFORE, edges, ({ from, to }) => [to, from]),
  );
}

function neighbours(
  known: WeakMap<readonly Edge[], Neighbours>,
  edges: readonly Edge[],
  endsOf: (edge: Edge) => readonly [string, string],
): Neighbours {
  const before = known.get(edges);
  if (before !== undefined) return before;
  const made = new Map<string, Set<string>>();
  for (const edge of edges) {
    const [one, other] = endsOf(edge);
    const others = made.get(one);
    if (others === undefined) made.set(one, new Set([other]));
    else others.add(other);
  }
  known.set(edges, made);
  return made;
}

function closure(from: Iterable<string>, next: Neighbours): ReadonlySet<string> {
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
  const edges = new Map<string, Set<string>>();
  for (const { action, from, to } of transitionsOf(noun)) {
    const key = `  ${from} --> ${to}`;
    const names = edges.get(key) ?? new Set();
    edges.set(key, names.add(action));
  }
  for (const [edge, actions] of edges) lines.push(`${edge} : ${[...actions].join(", ")}`);
  for (const [state, { terminal }] of Object.entries(source.states)) {
    if (terminal === true) lines.push(`  ${state} --> [*]`);
  }
  return `${lines.join("\n")}\n`;
}
