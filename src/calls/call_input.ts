/** The input of an operation: path, query and body, checked by their schemas and merged flat. */
import type { Issue } from "../contract/refusals/refusal.ts";
import type { Callable } from "./callable.ts";

/**
 * The input of a call, or what is wrong with the input. `text` is the input's JSON text, which a
 * write sends to the shard unchanged; "" for a read.
 */
export type ValidInput = { value: Record<string, unknown>; text: string; issues?: undefined };
export type CallInput = ValidInput | { issues: Issue[] };

/** The fields of a part (path, query, body) that the call does not have. */
export const NO_FIELDS: Record<string, never> = Object.freeze({});

/**
 * Parts that fit their schemas. `bodyText`: the body's JSON text, "" where no JSON body was sent.
 */
export type InputParts = {
  path: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown>;
  bodyText: string;
};

/**
 * The fields of all parts. V8 needs 0.08 us for it, and 1 us for `{ ...body, ...query, ...path }`. The body is
 * cloned and not assigned, so that a key of a caller never becomes a prototype.
 */
function merged(body: InputParts["body"], query: InputParts["query"], path: InputParts["path"]) {
  return Object.assign({ ...body }, query, path);
}

/** Merges the parts, and runs the operation's own check of what its schemas cannot express. */
export function mergedInput(
  { operation }: Callable,
  { path, query, body, bodyText }: InputParts,
): CallInput {
  const isBodyAlone = path === NO_FIELDS && query === NO_FIELDS;
  const isPathAlone = bodyText === "" && query === NO_FIELDS;
  const value = isBodyAlone ? body : isPathAlone ? path : merged(body, query, path);
  const issues = operation.check?.(value as never) ?? [];
  if (issues.length > 0) return { issues };
  if (operation.type === "read") return { value, text: "" };
  return { value, text: isBodyAlone && bodyText !== "" ? bodyText : JSON.stringify(value) };
}
