/** The input of an operation: path, query and body, checked by their schemas and merged flat. */
import type { Issue } from "../contract/refusal.ts";
import type { Callable } from "./callable.ts";

/**
 * What a call brings: the whole input, and for a write its JSON text, which goes on to the actor as it
 * is; or what is wrong with it.
 */
export type ValidInput = { value: Record<string, unknown>; text: string; issues?: undefined };
export type CallInput = ValidInput | { issues: Issue[] };

/** Stands for a part that the call does not have. */
export const NO_FIELDS: Record<string, never> = Object.freeze({});

/** Parts that fit their schemas. `bodyText` is the body's JSON text, "" where none was sent. */
export type InputParts = {
  path: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown>;
  bodyText: string;
};

/** Merges the parts, and asks the operation what its schemas cannot say. */
export function mergedInput(
  { operation }: Callable,
  { path, query, body, bodyText }: InputParts,
): CallInput {
  const isBodyAlone = path === NO_FIELDS && query === NO_FIELDS;
  const isPathAlone = bodyText === "" && query === NO_FIELDS;
  const value = isBodyAlone ? body : isPathAlone ? path : { ...body, ...query, ...path };
  const issues = operation.check?.(value as never) ?? [];
  if (issues.length > 0) return { issues };
  if (operation.type === "read") return { value, text: "" };
  return { value, text: isBodyAlone && bodyText !== "" ? bodyText : JSON.stringify(value) };
}
