/**
 * What a query costs: its root fields, counted as the specification counts them. Fragments are
 * expanded where they are spread, and a field that is met again through a spread counts once. The
 * walk refuses a query over a limit, a fragment that spreads itself, and one field under two names.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  print,
  type SelectionSetNode,
  visit,
} from "graphql";
import type { Refusal } from "../contract/refusals/refusal.ts";
import { refuseIssues } from "../contract/values/page.ts";
import type { ChosenOperation, Fragments } from "./document.ts";
import {
  DEPTH_MAX,
  ROOT_FIELDS_MAX,
  refuseLimit,
  SELECTIONS_MAX,
  SELECTIONS_SEEN_MAX,
} from "./limits.ts";

export type Cost = { refused: false; rootFields: number; selections: number };

type Group = { responseKey: string; sets: SelectionSetNode[] };
type Walk = {
  fragments: Fragments;
  keyOf: (node: FieldNode) => string;
  selections: number;
  seen: number;
};
type Refused = Refusal<"invalid_request"> | undefined;

/** The cost of the chosen operation; a refusal where it exceeds a limit, before anything is resolved. */
export function costOf({
  operation,
  fragments,
}: ChosenOperation): Cost | Refusal<"invalid_request"> {
  const looping = selfSpreading(fragments);
  if (looping !== undefined) {
    return refuseLimit("fragments", 0, `the fragment ${looping} spreads itself`);
  }
  const walk: Walk = { fragments, keyOf: fieldKeys(), selections: 0, seen: 0 };
  const root = new Map<string, Group>();
  const refused = collect(walk, operation.selectionSet, root);
  if (refused !== undefined) return refused;
  if (root.size > ROOT_FIELDS_MAX) {
    const message = `the query has ${root.size} root fields, more than ${ROOT_FIELDS_MAX}`;
    return refuseLimit("rootFields", ROOT_FIELDS_MAX, message);
  }
  return (
    descend(walk, root, 1) ?? { refused: false, rootFields: root.size, selections: walk.selections }
  );
}

function descend(walk: Walk, groups: ReadonlyMap<string, Group>, depth: number): Refused {
  if (depth > DEPTH_MAX) {
    return refuseLimit("depth", DEPTH_MAX, `the query is nested deeper than ${DEPTH_MAX} fields`);
  }
  for (const { sets } of groups.values()) {
    if (sets.length === 0) continue;
    const inner = new Map<string, Group>();
    const spread = new Set<string>();
    for (const set of sets) {
      const refused = collect(walk, set, inner, spread);
      if (refused !== undefined) return refused;
    }
    const refused = descend(walk, inner, depth + 1);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

/**
 * The fields of one level, each once. `spread` holds the fragments that the level has met already.
 */
function collect(
  walk: Walk,
  set: SelectionSetNode,
  groups: Map<string, Group>,
  spread: Set<string> = new Set(),
  isSpread = false,
): Refused {
  for (const selection of set.selections) {
    if (++walk.seen > SELECTIONS_SEEN_MAX) return refuseSelections();
    let refused: Refused;
    if (selection.kind === Kind.FIELD) refused = take(walk, selection, groups, isSpread);
    else if (selection.kind === Kind.INLINE_FRAGMENT) {
      refused = collect(walk, selection.selectionSet, groups, spread, isSpread);
    } else {
      const name = selection.name.value;
      const fragment = walk.fragments.get(name);
      if (fragment === undefined) {
        const message = `there is no fragment ${name}`;
        return refuseIssues([{ code: "graphql", message, path: ["query"] }]);
      }
      if (spread.has(name)) continue;
      spread.add(name);
      refused = collect(walk, fragment.selectionSet, groups, spread, true);
    }
    if (refused !== undefined) return refused;
  }
  return undefined;
}

function take(walk: Walk, node: FieldNode, groups: Map<string, Group>, isSpread: boolean): Refused {
  const key = walk.keyOf(node);
  const responseKey = node.alias?.value ?? node.name.value;
  const known = groups.get(key);
  if (known === undefined || !isSpread) walk.selections++;
  if (walk.selections > SELECTIONS_MAX) return refuseSelections();
  if (known === undefined) {
    groups.set(key, {
      responseKey,
      sets: node.selectionSet === undefined ? [] : [node.selectionSet],
    });
    return undefined;
  }
  if (known.responseKey !== responseKey) {
    const message =
      `the field ${node.name.value} is selected with the same arguments ` +
      `as ${known.responseKey} and as ${responseKey}`;
    return refuseLimit("duplicateField", 1, message);
  }
  if (node.selectionSet !== undefined) known.sets.push(node.selectionSet);
  return undefined;
}

/**
 * A function that gives a text for a field and its arguments, the same for any order of the arguments.
 * It makes the text of a field once: a field of a fragment is met wherever the fragment is spread.
 */
export function fieldKeys(): (node: FieldNode) => string {
  const known = new Map<FieldNode, string>();
  return (node) => {
    if (node.arguments === undefined || node.arguments.length === 0) return node.name.value;
    const key = known.get(node) ?? fieldKey(node);
    known.set(node, key);
    return key;
  };
}

function fieldKey({ name, arguments: args = [] }: FieldNode): string {
  const texts = args.map((argument) => `${argument.name.value}:${print(argument.value)}`);
  return `${name.value}(${texts.sort().join()})`;
}

function refuseSelections(): Refusal<"invalid_request"> {
  const message = `the query has more than ${SELECTIONS_MAX} selections, fragments expanded`;
  return refuseLimit("selections", SELECTIONS_MAX, message);
}

/** Name of a fragment that leads back to itself, directly or through other fragments. */
function selfSpreading(fragments: Fragments): string | undefined {
  const spreads = new Map([...fragments].map(([name, node]) => [name, spreadsIn(node)]));
  const done = new Set<string>();
  const under = new Set<string>();
  function leadsBack(name: string): string | undefined {
    if (under.has(name)) return name;
    if (done.has(name)) return undefined;
    under.add(name);
    for (const next of spreads.get(name) ?? []) {
      const found = leadsBack(next);
      if (found !== undefined) return found;
    }
    under.delete(name);
    done.add(name);
    return undefined;
  }
  for (const name of fragments.keys()) {
    const found = leadsBack(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function spreadsIn(fragment: FragmentDefinitionNode): string[] {
  const names: string[] = [];
  visit(fragment, {
    FragmentSpread(node) {
      names.push(node.name.value);
    },
  });
  return names;
}
