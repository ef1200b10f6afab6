/**
 * A read as a field: the declaration, its arguments, and how the text input of the read is made of
 * them. A root field takes the whole input from its arguments; a relation takes one path parameter
 * from the object that it stands on.
 */
import type { TObject, TSchema } from "@sinclair/typebox";
import type { AnyRead } from "../calls/callable.ts";
import { type Callable, callableOf, issuesOf } from "../calls/callable.ts";
import { parseTimestamp } from "../contract/formats.ts";
import type { PastPoint } from "../contract/operation.ts";
import type { Issue } from "../contract/refusal.ts";

/** The document that a field stands on. */
export type Parent = Readonly<Record<string, unknown>>;

/** Where the document of a root field or of a relation comes from. */
export type ReadField = Pick<Callable, "gate" | "pathCheck" | "queryCheck"> & {
  operation: AnyRead;
  /** Parameters that are arguments of the field, in the order of the declaration. */
  argumentNames: readonly string[];
  /** The path parameter that a relation takes from its parent; undefined for a root field. */
  boundName: string | undefined;
  /** One document for each id, as a list, or the one document. */
  many: boolean;
  /** Values of `boundName` in a parent; none where it refers to nothing; `[""]` for a root field. */
  idsOf(parent: Parent): readonly string[];
};

/** One input of a read, and the text that tells it from all others of the same read. */
export type ReadInput = { key: string; value: Record<string, string>; past?: PastPoint };

/** The argument of reads that can answer as of the past. */
export const AS_OF = "asOf";

const ROOT_IDS = [""] as const;

export function rootField(operation: AnyRead): ReadField {
  return {
    ...callableOf(operation),
    operation,
    argumentNames: parametersOf(operation).map(([name]) => name),
    boundName: undefined,
    many: false,
    idsOf: () => ROOT_IDS,
  };
}

/** The read as a field of an object that `idsOf` finds the path parameter in. */
export function relationField(
  operation: AnyRead,
  {
    boundName,
    many = false,
    idsOf,
  }: { boundName: string; many?: boolean; idsOf: ReadField["idsOf"] },
): ReadField {
  const argumentNames = parametersOf(operation)
    .map(([name]) => name)
    .filter((name) => name !== boundName);
  return { ...callableOf(operation), operation, argumentNames, boundName, many, idsOf };
}

/** Name, schema and place of every parameter: those of the path first. */
export function parametersOf({
  path,
  query,
}: AnyRead): [name: string, schema: TSchema, required: boolean][] {
  return [path, query].flatMap((schema: TObject | undefined) =>
    Object.entries(schema?.properties ?? {}).map(([name, property]): [string, TSchema, boolean] => [
      name,
      property,
      schema?.required?.includes(name) === true,
    ]),
  );
}

/** The key of an input; both the loader and the resolvers ask for it. */
export function keyOf(
  field: ReadField,
  id: string,
  args: Readonly<Record<string, unknown>>,
): string {
  const { argumentNames } = field;
  if (args[AS_OF] === undefined && argumentNames.length + (id === "" ? 0 : 1) === 1) {
    // One parameter is all there is: its text, the very one of the query, is hashed once.
    const only = id === "" ? args[argumentNames[0] as string] : id;
    if (typeof only === "string" && !only.startsWith("\n")) return only;
  }
  let key = id;
  for (const name of argumentNames) {
    const value = args[name];
    if (value === undefined || value === null) continue;
    const text = String(value);
    // The length first: no text can be taken for the end of one argument and another one.
    key += `\n${name}=${text.length}:${text}`;
  }
  return `${key}\n${String(args[AS_OF] ?? "")}`;
}

/** The input that the read takes: what it would get over HTTP, checked by the same schemas. */
export function inputOf(
  field: ReadField,
  id: string,
  args: Readonly<Record<string, unknown>>,
): ReadInput | { issues: Issue[] } {
  const { operation } = field;
  const value: Record<string, string> = {};
  if (field.boundName !== undefined) value[field.boundName] = id;
  for (const name of field.argumentNames) {
    const given = args[name];
    if (given !== undefined && given !== null) value[name] = String(given);
  }
  // The id that a relation takes is of a document: it may lead to nothing, it is never malformed.
  const issues =
    field.boundName === undefined ? issuesOf(field.pathCheck, only(value, operation.path)) : [];
  issues.push(...issuesOf(field.queryCheck, only(value, operation.query)));
  const past = args[AS_OF] === undefined || args[AS_OF] === null ? undefined : String(args[AS_OF]);
  const point = past === undefined ? undefined : pastPointOf(past);
  if (past !== undefined && point === undefined) issues.push(AS_OF_ISSUE);
  if (issues.length === 0) issues.push(...(operation.check?.(value as never) ?? []));
  if (issues.length > 0) return { issues };
  const key = keyOf(field, id, args);
  return point === undefined ? { key, value } : { key, value, past: point };
}

const AS_OF_ISSUE: Issue = {
  code: "as_of",
  message: "asOf is a sequence (digits) or an ISO 8601 time with an offset or Z",
  path: [AS_OF],
};

function pastPointOf(text: string): PastPoint | undefined {
  if (/^\d{1,15}$/.test(text)) return { sequence: Number(text) };
  const timeMs = parseTimestamp(text);
  return timeMs === undefined ? undefined : { timeMs };
}

function only(
  value: Readonly<Record<string, string>>,
  schema: TObject | undefined,
): Record<string, string> {
  const part: Record<string, string> = {};
  for (const name of Object.keys(schema?.properties ?? {})) {
    const given = value[name];
    if (given !== undefined) part[name] = given;
  }
  return part;
}
