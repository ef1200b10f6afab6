/**
 * A read as a field: the declaration, its arguments, and the read's text input, made from the
 * arguments. A root field takes the whole input from its arguments; a relation takes one path
 * parameter from the object that it belongs to.
 */
import type { TObject, TSchema } from "@sinclair/typebox";
import { isoTime } from "../base/iso_time.ts";
import type { AnyRead } from "../calls/callable.ts";
import { type Callable, callableOf } from "../calls/callable.ts";
import { issuesOf } from "../calls/input_issues.ts";
import type { Issue, Refusal } from "../contract/refusals/refusal.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";
import { refuseIssues } from "../contract/values/page.ts";
import { parseTimestamp } from "../contract/values/timestamp_text.ts";

/** The document that a field belongs to. */
export type Parent = Readonly<Record<string, unknown>>;

/** Where the document of a root field or of a relation comes from. */
export type ReadField = Pick<Callable, "gate" | "pathCheck" | "queryCheck"> & {
  operation: AnyRead;
  /** Parameters that are arguments of the field, in the order of the declaration. */
  argumentNames: readonly string[];
  /** The path parameter that a relation takes from its parent; undefined for a root field. */
  boundName: string | undefined;
  /** True: the field is a list with one document for each id. False: it is one document. */
  many: boolean;
  /**
   * Values of `boundName` in a parent; empty where the parent refers to nothing; `[""]` for a root
   * field.
   */
  idsOf(parent: Parent): readonly string[];
};

/** One input of a read; `key` differs from the keys of all other inputs of the same read. */
export type ReadInput = { key: string; value: Record<string, string>; past?: AsOf };

/** What `asOf` names: the number of an event of the realm, or a time. */
export type AsOf = { sequence: number } | { timeMs: number };

/** The argument of reads that can answer as of a time in the past. */
export const AS_OF = "asOf";

const ROOT_IDS = [""] as const;

/** The read as a root field, whose arguments are all parameters of the operation. */
export function rootField(operation: AnyRead): ReadField {
  return {
    ...checkedBy(operation),
    operation,
    argumentNames: parametersOf(operation).map(([name]) => name),
    boundName: undefined,
    many: false,
    idsOf: () => ROOT_IDS,
  };
}

/** The read as a field of an object; `idsOf` finds the path parameter in that object. */
export function relationField(
  operation: AnyRead,
  {
    boundName,
    many = false,
    idsOf,
  }: { boundName: string; many?: boolean; idsOf: ReadField["idsOf"] },
): ReadField {
  // What an object leads to is in the object's own Product.
  const argumentNames = parametersOf(operation)
    .filter((parameter) => parameter[0] !== boundName && !isWhichProduct(parameter))
    .map(([name]) => name);
  return { ...checkedBy(operation), operation, argumentNames, boundName, many, idsOf };
}

function checkedBy(operation: AnyRead): Pick<ReadField, "gate" | "pathCheck" | "queryCheck"> {
  const { gate, pathCheck, queryCheck } = callableOf(operation);
  return { gate, pathCheck, queryCheck };
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

/** Whether a parameter says which Product is meant, for callers who have several. */
export function isWhichProduct([name, , required]: [string, TSchema, boolean]): boolean {
  return name === "productId" && !required;
}

/** The key of an input; the loader stores under it, and the resolvers look it up. */
export function keyOf(
  field: ReadField,
  id: string,
  args: Readonly<Record<string, unknown>>,
): string {
  const { argumentNames } = field;
  if (args[AS_OF] === undefined && argumentNames.length + (id === "" ? 0 : 1) === 1) {
    // A single parameter is its own key: its text is the one in the query, and is hashed once.
    const only = id === "" ? args[argumentNames[0] as string] : id;
    if (typeof only === "string" && !only.startsWith("\n")) return only;
  }
  let key = id;
  for (const name of argumentNames) {
    const value = args[name];
    if (value === undefined || value === null) continue;
    const text = String(value);
    // The length stands first, so that no text looks like the end of an argument and another
    // argument.
    key += `\n${name}=${text.length}:${text}`;
  }
  return `${key}\n${String(args[AS_OF] ?? "")}`;
}

/** The input of the read: the same as over HTTP, checked by the same schemas. */
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
  // A relation takes its id from a document: the id may lead to nothing, and is never malformed.
  const issues: Issue[] =
    field.boundName === undefined
      ? issuesOf(field.pathCheck, only(value, operation.path), "path")
      : [];
  issues.push(...issuesOf(field.queryCheck, only(value, operation.query), "query"));
  const past = args[AS_OF] === undefined || args[AS_OF] === null ? undefined : String(args[AS_OF]);
  const point = past === undefined ? undefined : asOfIn(past);
  if (past !== undefined && point === undefined) issues.push(AS_OF_ISSUE);
  if (issues.length === 0) issues.push(...(operation.check?.(value as never) ?? []));
  if (issues.length > 0) return { issues };
  const key = keyOf(field, id, args);
  return point === undefined ? { key, value } : { key, value, past: point };
}

const AS_OF_ISSUE: Issue = {
  code: "as_of",
  message:
    "asOf must be a sequence (digits) or a time of ISO 8601 with an offset or Z, such as 2026-01-31T09:30:00Z",
  path: [AS_OF],
};

/**
 * The refusal of a moment that has not come: a sequence after the realm's newest event, or a time that is
 * later than both the present and the realm's newest record. The present is real time in the
 * sandbox too, because the times of records are; undefined when the moment has come.
 */
export function refuseFuture(
  past: AsOf,
  at: { snapshot: Snapshot; realm: number | undefined; newestEvent: number; nowMs: number },
): Refusal<"invalid_request"> | undefined {
  const { snapshot, realm, newestEvent, nowMs } = at;
  if ("sequence" in past) {
    if (past.sequence <= newestEvent) return undefined;
    return refuseIssues([futureIssue(`sequence ${newestEvent}`)]);
  }
  if (past.timeMs <= nowMs) return undefined;
  // The clock of the system may have been set back since the newest record was made.
  const newest = realm === undefined ? 0 : snapshot.newestRecord(realm);
  const newestMs = newest === 0 ? nowMs : (snapshot.record(newest)?.timeMs ?? nowMs);
  return past.timeMs <= newestMs ? undefined : refuseIssues([futureIssue(isoTime(nowMs))]);
}

function futureIssue(present: string): Issue {
  return {
    code: "as_of_in_future",
    message: `asOf is after the present, ${present}`,
    path: [AS_OF],
  };
}

function asOfIn(text: string): AsOf | undefined {
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
