/**
 * The arguments of a call as a person is shown them who decides about the call. What the schemas mark as secret is
 * shown to nobody; what they mark as personal is shown to whoever may decide, and kept apart from the rest. What the
 * schemas do not know, such as the fields of a program's objects, is shown, because the person decides by it.
 */
import type { TSchema } from "@sinclair/typebox";
import {
  alternativesOf,
  fieldOf,
  isMarked,
  isShownToNobody,
  itemsOf,
  type Keywords,
  REDACTED,
} from "./redaction.ts";

export const HIDDEN_REASONS = ["personal", "secret"] as const;

/** A value that stands apart: the names and places from the arguments to it, and why. */
export type HiddenValue = { path: string[]; why: (typeof HIDDEN_REASONS)[number] };

export type ShownArguments = {
  /** With `[redacted]` in the place of each personal or secret value. */
  arguments: Record<string, unknown>;
  /** The places of these values, in the order of the arguments. */
  hidden: HiddenValue[];
  /** With `[redacted]` in the place of secret values alone; absent where no value is personal. */
  personal?: Record<string, unknown>;
};

type Input = Readonly<Record<string, unknown>>;

/**
 * How arguments are shown; those of which nothing is marked as they are. `schemas`: of path, query and body, whose
 * fields the arguments have together.
 */
export function shownArgumentsOf(
  schemas: readonly (TSchema | undefined)[],
): (input: Input) => ShownArguments {
  const known = schemas.filter((schema) => schema !== undefined);
  if (!known.some(isMarked)) return (input) => ({ arguments: input, hidden: [] });
  return (input) => {
    const hidden: HiddenValue[] = [];
    const shownTo = (withPersonal: boolean, found: HiddenValue[]) =>
      shown(known, input, { path: [], withPersonal, found }) as Record<string, unknown>;
    const all = { arguments: shownTo(false, hidden), hidden };
    const secrets: HiddenValue[] = [];
    if (!hidden.some(({ why }) => why === "personal")) return all;
    const personal = shownTo(true, secrets);
    // A personal part may have a secret within, which whoever sees the part is told of.
    return { ...all, hidden: [...hidden, ...secrets.filter(isNew(hidden))], personal };
  };
}

function isNew(known: readonly HiddenValue[]): (one: HiddenValue) => boolean {
  const paths = new Set(known.map(({ path }) => JSON.stringify(path)));
  return ({ path }) => !paths.has(JSON.stringify(path));
}

type Showing = { path: string[]; withPersonal: boolean; found: HiddenValue[] };

/** `value` may belong to any of `schemas`: a part is hidden where any of them marks it. */
function shown(schemas: readonly Keywords[], value: unknown, showing: Showing): unknown {
  const { path, withPersonal, found } = showing;
  const alternatives = schemas.flatMap(alternativesOf);
  const why = reasonIn(alternatives);
  if (why === "secret" || (why === "personal" && !withPersonal)) {
    found.push({ path, why });
    return REDACTED;
  }
  if (typeof value !== "object" || value === null) return value;
  const part = (name: string, field: unknown, of: readonly Keywords[]) =>
    shown(of, field, { ...showing, path: [...path, name] });
  if (Array.isArray(value)) {
    const items = alternatives.flatMap(itemsOf);
    return value.map((item, at) => part(String(at), item, items));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      part(
        name,
        field,
        alternatives.flatMap((one) => fieldOf(one, name)),
      ),
    ]),
  );
}

function reasonIn(alternatives: readonly Keywords[]): HiddenValue["why"] | undefined {
  if (alternatives.some(isShownToNobody)) return "secret";
  return alternatives.some((one) => one["x-pii"] === true) ? "personal" : undefined;
}
