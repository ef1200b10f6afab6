/**
 * The rule that fields of one response key are one field (GraphQL, 5.3.2), checked in one walk over
 * each operation. graphql-js compares each pair of such fields and gives up after 250,000 pairs, which
 * are 707 repeats of one field. The schema has neither interfaces nor unions, so all fields of one
 * level belong to one type, and it is enough to compare each field with the first of its key.
 */
import {
  type ASTVisitor,
  type FieldNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OverlappingFieldsCanBeMergedRule,
  type SelectionSetNode,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
} from "graphql";
import { fieldKeys } from "./cost.ts";
import { DOCUMENT_SELECTIONS_MAX } from "./limits.ts";

/** The rules of a document, with the rule of this file in its place. */
export const RULES: readonly ValidationRule[] = specifiedRules.map((rule) =>
  rule === OverlappingFieldsCanBeMergedRule ? MergedFieldsRule : rule,
);

/** The fields of one response key at one level: the first of them, and what all of them select. */
type Group = { first: FieldNode; key: string; sets: SelectionSetNode[] };
/** `checked`: selection sets that were a level of their own, whose outcome is always the same. */
type Walk = {
  context: ValidationContext;
  keyOf: (node: FieldNode) => string;
  checked: Set<SelectionSetNode>;
  seen: number;
};

/**
 * Reports two fields of one response key with different names or arguments, wherever an operation
 * selects both. One walk over all operations of the document visits `DOCUMENT_SELECTIONS_MAX`
 * selections at most, repeated visits of a fragment counted.
 */
export function MergedFieldsRule(context: ValidationContext): ASTVisitor {
  const walk: Walk = { context, keyOf: fieldKeys(), checked: new Set(), seen: 0 };
  return {
    OperationDefinition(operation) {
      checkOperation(walk, operation);
      return undefined;
    },
  };
}

/** Without recursion: a fragment that spreads itself is refused before, and a walk has a limit. */
function checkOperation(walk: Walk, operation: OperationDefinitionNode): void {
  const levels: SelectionSetNode[][] = [[operation.selectionSet]];
  for (let level = levels.pop(); level !== undefined; level = levels.pop()) {
    const [only] = level.length === 1 ? level.map((set) => innermost(walk, set)) : [];
    if (only !== undefined && walk.checked.has(only)) continue;
    if (only !== undefined) walk.checked.add(only);
    const groups = new Map<string, Group>();
    const spread = new Set<string>();
    for (const set of level) {
      if (!collect(walk, set, groups, spread)) return;
    }
    for (const { sets } of groups.values()) if (sets.length > 0) levels.push(sets);
  }
}

/** The set whose fields a set selects, where all of them come from one fragment. */
function innermost({ context }: Walk, outer: SelectionSetNode): SelectionSetNode {
  let set = outer;
  for (;;) {
    const [first, second] = set.selections;
    if (first === undefined || second !== undefined || first.kind === Kind.FIELD) return set;
    const inner =
      first.kind === Kind.INLINE_FRAGMENT ? first : context.getFragment(first.name.value);
    if (inner === undefined || inner === null) return set;
    set = inner.selectionSet;
  }
}

/** Puts the fields of a level into groups. False when the walk has reached its limit. */
function collect(
  walk: Walk,
  set: SelectionSetNode,
  groups: Map<string, Group>,
  spread: Set<string>,
): boolean {
  for (const selection of set.selections) {
    if (++walk.seen > DOCUMENT_SELECTIONS_MAX) return refuseLength(walk);
    if (selection.kind === Kind.FIELD) take(walk, selection, groups);
    else if (selection.kind === Kind.INLINE_FRAGMENT) {
      if (!collect(walk, selection.selectionSet, groups, spread)) return false;
    } else {
      const name = selection.name.value;
      const fragment = walk.context.getFragment(name);
      if (spread.has(name) || fragment === undefined || fragment === null) continue;
      spread.add(name);
      if (!collect(walk, fragment.selectionSet, groups, spread)) return false;
    }
  }
  return true;
}

function take({ context, keyOf }: Walk, node: FieldNode, groups: Map<string, Group>): void {
  const { name, alias, selectionSet } = node;
  const responseKey = (alias ?? name).value;
  const key = keyOf(node);
  const known = groups.get(responseKey);
  if (known === undefined) {
    const sets = selectionSet === undefined ? [] : [selectionSet];
    groups.set(responseKey, { first: node, key, sets });
    return;
  }
  if (known.key !== key) {
    const { first } = known;
    const reason =
      first.name.value === name.value
        ? "they have different arguments"
        : `"${first.name.value}" and "${name.value}" are different fields`;
    const message = `Fields "${responseKey}" conflict because ${reason}.`;
    context.reportError(new GraphQLError(message, { nodes: [first, node] }));
  } else if (selectionSet !== undefined) known.sets.push(selectionSet);
}

function refuseLength({ context, seen }: Walk): false {
  // Reported once: every later operation is over the limit as well.
  if (seen === DOCUMENT_SELECTIONS_MAX + 1) {
    const message = `The operations of the document have more than ${DOCUMENT_SELECTIONS_MAX} selections.`;
    context.reportError(new GraphQLError(message));
  }
  return false;
}
