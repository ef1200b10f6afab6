/** The states of a noun as a graph: what leads where, as sets for the checks and as a picture for people. */
import type { TypedNoun } from "./typed_noun.ts";

export type Transition = { action: string; from: string; to: string };

/** Every transition between states that there are. */
export function transitionsOf(noun: TypedNoun): readonly Transition[] {
  const { actions, source } = noun;
  const isState = (state: string) => Object.hasOwn(source.states, state);
  return [...actions.values()].flatMap(({ name, source: { from }, targets }) => {
    const ends = targets.filter(isState);
    return from
      .filter(isState)
      .flatMap((state) => ends.map((to) => ({ action: name, from: state, to })));
  });
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

type Neighbours = ReadonlyMap<string, ReadonlySet<string>>;

const AFTER = new WeakMap<TypedNoun, Neighbours>();
const BEFORE = new WeakMap<TypedNoun, Neighbours>();

/** The states of a noun that `from` leads to over any number of actions, itself among them. */
export function reachableFrom(from: Iterable<string>, noun: TypedNoun): ReadonlySet<string> {
  const next = AFTER.get(noun) ?? neighbours(noun, "after");
  AFTER.set(noun, next);
  return closure(from, next);
}

/** The states of a noun from which one of `to` can be reached, these among them. */
export function leadingTo(to: Iterable<string>, noun: TypedNoun): ReadonlySet<string> {
  const next = BEFORE.get(noun) ?? neighbours(noun, "before");
  BEFORE.set(noun, next);
  return closure(to, next);
}

/** Kept above, because the checks of a noun ask many times. Makes no edges: there may be thousands. */
function neighbours({ source, actions }: TypedNoun, side: "after" | "before"): Neighbours {
  const made = new Map(Object.keys(source.states).map((state) => [state, new Set<string>()]));
  for (const action of actions.values()) {
    const [ones, others] =
      side === "after"
        ? [action.source.from, action.targets]
        : [action.targets, action.source.from];
    const known = others.filter((other) => made.has(other));
    for (const one of ones) {
      const next = made.get(one);
      if (next !== undefined) for (const other of known) next.add(other);
    }
  }
  return made;
}

/** What can be reached from `from` over any number of steps, itself among them. */
export function closure(from: Iterable<string>, next: Neighbours): ReadonlySet<string> {
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
