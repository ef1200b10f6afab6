/** The states of a noun as a graph: what leads where, as sets for the checks and as a picture for people. */
import type { TypedNoun } from "./typed_noun.ts";

export type Transition = { action: string; from: string; to: string };

/** Every transition between states that there are. */
export function transitionsOf({ actions, source }: TypedNoun): Transition[] {
  return [...actions.values()].flatMap(({ name, source: { from }, targets }) =>
    from.flatMap((state) =>
      targets
        .filter((to) => Object.hasOwn(source.states, state) && Object.hasOwn(source.states, to))
        .map((to) => ({ action: name, from: state, to })),
    ),
  );
}

/** The states that `from` leads to over any number of transitions, itself among them. */
export function reachableFrom(
  from: Iterable<string>,
  edges: readonly Pick<Transition, "from" | "to">[],
): ReadonlySet<string> {
  const next = new Map<string, string[]>();
  for (const edge of edges) {
    const known = next.get(edge.from);
    if (known === undefined) next.set(edge.from, [edge.to]);
    else known.push(edge.to);
  }
  const reached = new Set<string>(from);
  // A set that grows while it is walked is walked to its end.
  for (const state of reached) for (const to of next.get(state) ?? []) reached.add(to);
  return reached;
}

/** The states from which one of `to` can be reached, these among them. */
export function leadingTo(
  to: Iterable<string>,
  edges: readonly Pick<Transition, "from" | "to">[],
): ReadonlySet<string> {
  return reachableFrom(
    to,
    edges.map((edge) => ({ from: edge.to, to: edge.from })),
  );
}

/** A state diagram in the language of Mermaid. */
export function mermaidOf(noun: TypedNoun): string {
  const { initial, source } = noun;
  const lines = ["stateDiagram-v2"];
  if (initial !== undefined) lines.push(`  [*] --> ${initial}`);
  const edges = new Map<string, string[]>();
  for (const { action, from, to } of transitionsOf(noun)) {
    const key = `  ${from} --> ${to}`;
    const names = edges.get(key) ?? [];
    if (!names.includes(action)) edges.set(key, [...names, action]);
  }
  for (const [edge, actions] of edges) lines.push(`${edge} : ${actions.join(", ")}`);
  for (const [state, { terminal }] of Object.entries(source.states)) {
    if (terminal === true) lines.push(`  ${state} --> [*]`);
  }
  return `${lines.join("\n")}\n`;
}
