/**
 * Paths of names as functions of an evaluation: the value that they lead to, and whether there is
 * one.
 */
import { invariant } from "../../base/invariant.ts";
import type { Compiled, CompiledAggregate, Evaluation } from "./evaluation.ts";
import type { Names } from "./names.ts";
import { Refused, stopAt } from "./refused.ts";
import { type Item, NO_ITEMS, type Value } from "./values.ts";

type Found = (call: Evaluation) => Value | undefined;

/** The value that the path leads to. Stops the call with `missing_value` where there is none. */
export function compilePath(path: readonly string[], names: Names): Compiled {
  const found = compileFound(path, names);
  const text = path.join(".");
  return (call) => {
    const value = found(call);
    return value === undefined ? stopAt("missing_value", `${text} has no value`) : value;
  };
}

/** `has(…)`: whether a value was given. A let has one where it can be computed. */
export function compileHas(path: readonly string[], names: Names): Compiled<boolean> {
  const [root = "", , part] = path;
  const found = compileGiven(path, names);
  if (root !== "let" && !(root === "ref" && part !== undefined)) {
    return (call) => found(call) !== undefined;
  }
  return (call) => {
    try {
      return found(call) !== undefined;
    } catch (thrown) {
      const isMissing =
        thrown instanceof Refused && thrown.refusal.details["constraint"] === "missing_value";
      if (isMissing) return false;
      throw thrown;
    }
  };
}

/** The items of a list: of `fields.lines[].amount`, `name` is `amount`. */
export function compileItems(
  path: readonly string[],
  names: Names,
): { items: Compiled<readonly Item[]>; name: string } {
  const [root = "", list = "", name = ""] = path;
  const found = compileFound([root, list.slice(0, -2)], names);
  return { items: (call) => (found(call) as readonly Item[] | undefined) ?? NO_ITEMS, name };
}

function compileFound(path: readonly string[], names: Names): Found {
  const found = compileGiven(path, names);
  return isList(path, names) ? (call) => found(call) ?? NO_ITEMS : found;
}

function isList([root, name = "", , field = ""]: readonly string[], names: Names): boolean {
  switch (root) {
    case "fields":
      return names.source.fields[name]?.type === "list";
    case "input":
      return names.input[name]?.type === "list";
    case "ref":
      return names.fieldsOf(names.source.fields[name]?.kind ?? "")[field]?.type === "list";
    default:
      return false;
  }
}

function compileGiven(path: readonly string[], names: Names): Found {
  const [root, name = "", part, field = ""] = path;
  switch (root) {
    case "index":
      return (call) => call.index;
    case "fields":
      return (call) => call.fields.get(name);
    case "input":
      return (call) => call.input.get(name);
    case "let": {
      const index = names.letIndex(name);
      return (call) => call.let(index);
    }
    case "rem":
      return (call) => call.remainder(name);
    case "agg":
      return compileAggregate(names.aggregate(name));
    case "self":
      return SELF[name] as Found;
    case "subject":
      return name === "tier" ? (call) => call.party.tier : (call) => call.party.entityKind;
    default: {
      invariant(root === "ref", "a path of an accepted program begins with a root");
      const kind = names.source.fields[name]?.kind ?? "";
      if (part === "state") return (call) => call.reference(name, kind).state;
      return (call) => call.reference(name, kind).fields.get(field);
    }
  }
}

const SELF: Readonly<Record<string, Found>> = {
  state: ({ object }) => object.state,
  createdAt: ({ object }) => object.createdAtMs,
  revision: ({ object }) => object.revision,
};

function compileAggregate(aggregate: CompiledAggregate): Found {
  if (aggregate.isCount) return (call) => Number(call.aggregate(aggregate));
  return (call) => call.aggregate(aggregate);
}
