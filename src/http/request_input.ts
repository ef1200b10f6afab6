/**
 * The input of an operation out of a request: path, query and body, checked by the compiled
 * schemas and merged flat. The text goes on to the actor, so that nothing is written as JSON again
 * that arrived as JSON.
 */
import type { Issue } from "../contract/operation.ts";
import { type CompiledOperation, issuesOf } from "./compiled_operation.ts";

export type RequestParts = {
  pathValues: readonly string[];
  /** Query string without "?". */
  query: string;
  contentType: string;
  body: string;
};

export type Input = { value: Record<string, unknown>; text: string } | { issues: Issue[] };

const JSON_CONTENT = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const EMPTY_QUERY: Record<string, string> = {};

export function inputOf(compiled: CompiledOperation, parts: RequestParts): Input {
  const issues: Issue[] = [];
  const path = pathOf(compiled, parts.pathValues, issues);
  const query = parts.query === "" ? EMPTY_QUERY : queryOf(parts.query, issues);
  if (!compiled.queryCheck.Check(query)) {
    issues.push(...issuesOf(compiled.queryCheck, query, []));
  }
  const body = bodyOf(compiled, parts, issues);
  if (issues.length > 0) return { issues };
  const isBodyAlone = compiled.pathNames.length === 0 && query === EMPTY_QUERY;
  const isPathAlone = parts.body === "" && query === EMPTY_QUERY;
  const value = isBodyAlone
    ? (body as Record<string, unknown>)
    : isPathAlone
      ? path
      : { ...(body as Record<string, unknown>), ...query, ...path };
  const more = compiled.operation.check?.(value as never) ?? [];
  if (more.length > 0) return { issues: more };
  if (compiled.operation.type === "read") return { value, text: "" };
  const text = isBodyAlone && parts.body !== "" ? parts.body : JSON.stringify(value);
  return { value, text };
}

function pathOf(
  compiled: CompiledOperation,
  values: readonly string[],
  issues: Issue[],
): Record<string, string> {
  const path: Record<string, string> = {};
  for (let at = 0; at < compiled.pathNames.length; at++) {
    const name = compiled.pathNames[at] as string;
    const value = values[at] as string;
    try {
      path[name] = value.includes("%") ? decodeURIComponent(value) : value;
    } catch {
      issues.push({
        code: "percent_encoding",
        message: "is not percent-encoded UTF-8",
        path: [name],
      });
      return path;
    }
  }
  if (compiled.pathCheck !== undefined && !compiled.pathCheck.Check(path)) {
    issues.push(...issuesOf(compiled.pathCheck, path, []));
  }
  return path;
}

/** A time whose offset came with a bare `+`, which form decoding reads as a space. */
const SPACED_OFFSET = /^(\d{4}-\d\d-\d\dT[\d:.]{5,18}) (\d\d:\d\d)$/i;

function queryOf(text: string, issues: Issue[]): Record<string, string> {
  const query: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) {
    if (query[name] !== undefined) {
      issues.push({ code: "repeated", message: "is given twice", path: [name.slice(0, 100)] });
    }
    query[name] = value.replace(SPACED_OFFSET, "$1+$2");
  }
  return { ...query };
}

function bodyOf(
  { bodyCheck, bodyOptional }: CompiledOperation,
  { body, contentType }: RequestParts,
  issues: Issue[],
): unknown {
  if (body === "") {
    if (!bodyOptional) {
      issues.push({ code: "required", message: "a JSON body is required", path: ["body"] });
    }
    return {};
  }
  if (contentType !== "application/json" && !JSON_CONTENT.test(contentType)) {
    const message = "a body is application/json, in UTF-8";
    issues.push({ code: "content_type", message, path: ["content-type"] });
    return {};
  }
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    const message = `the body is not JSON: ${(cause as Error).message.slice(0, 100)}`;
    issues.push({ code: "json", message, path: ["body"] });
    return {};
  }
  if (bodyCheck === undefined) {
    if (isEmptyObject(value)) return {};
    issues.push({ code: "unexpected", message: "this operation takes no body", path: ["body"] });
    return {};
  }
  if (!bodyCheck.Check(value)) issues.push(...issuesOf(bodyCheck, value, []));
  return value;
}

function isEmptyObject(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.keys(value).length === 0;
}
