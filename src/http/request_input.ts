/**
 * Makes the input of an operation from a request: path, query and body, read as HTTP writes them,
 * and checked by the compiled schemas. The text of a JSON body goes on to the actor as it came, so
 * that it is not written as JSON again.
 */
import { isUnusableText, shownName, UNUSABLE_TEXT } from "../base/json_faults.ts";
import { type CallInput, mergedInput, NO_FIELDS } from "../calls/call_input.ts";
import { type Callable, ISSUES_MAX, issuesOf } from "../calls/callable.ts";
import { isJsonContent, readJson } from "../calls/json_input.ts";
import type { Issue } from "../contract/refusal.ts";

export type RequestParts = {
  pathValues: readonly string[];
  /** Query string without "?". */
  query: string;
  contentType: string;
  body: string;
};

const FORM_CONTENT = /^application\/x-www-form-urlencoded\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** `pathNames` are the names of the path's parameters, in order. */
export function inputOf(
  callable: Callable,
  pathNames: readonly string[],
  parts: RequestParts,
): CallInput {
  const issues: Issue[] = [];
  const path = pathOf(callable, pathNames, parts.pathValues, issues);
  const query = parts.query === "" ? NO_FIELDS : fieldsIn(parts.query, issues);
  issues.push(...issuesOf(callable.queryCheck, query));
  const body = bodyOf(callable, parts, issues);
  if (issues.length > 0) return { issues };
  const isJson = callable.operation.takes !== "form";
  return mergedInput(callable, { path, query, body, bodyText: isJson ? parts.body : "" });
}

function pathOf(
  { pathCheck }: Callable,
  names: readonly string[],
  values: readonly string[],
  issues: Issue[],
): Record<string, string> {
  if (names.length === 0) return NO_FIELDS;
  const path: Record<string, string> = {};
  for (let at = 0; at < names.length; at++) {
    const name = names[at] as string;
    const value = values[at] as string;
    try {
      path[name] = value.includes("%") ? decodeURIComponent(value) : value;
    } catch {
      issues.push({ ...NOT_UTF8, path: [name] });
      return path;
    }
    if (isUnusableText(path[name])) {
      issues.push({ code: "text", message: UNUSABLE_TEXT, path: [name] });
      return path;
    }
  }
  issues.push(...issuesOf(pathCheck, path));
  return path;
}

const NOT_UTF8 = { code: "percent_encoding", message: "is not percent-encoded UTF-8" } as const;

/** A time whose offset was sent with an unescaped `+`, which form decoding reads as a space. */
const SPACED_OFFSET = /^(\d{4}-\d\d-\d\dT[\d:.]{5,18}) (\d\d:\d\d)$/i;

/** Names and values of a query or a form, each name once. */
function fieldsIn(text: string, issues: Issue[]): Record<string, string> {
  if (text.includes("%")) issues.push(...encodingIssues(text));
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields[name] !== undefined) {
      issues.push({ code: "repeated", message: "is given twice", path: [shownName(name)] });
    }
    fields[name] = value.replace(SPACED_OFFSET, "$1+$2");
  }
  return { ...fields };
}

/** A percent sign that begins no escape; it stands for itself. */
const BARE_PERCENT = /%(?![0-9A-Fa-f]{2})/g;

/**
 * The fields of a query or a form whose escapes are not UTF-8, or stand for NUL. The URL standard
 * would read the former as U+FFFD, which the caller did not send.
 */
function encodingIssues(text: string): Issue[] {
  const issues: Issue[] = [];
  for (const field of text.split("&")) {
    const path = [shownName(field.split("=", 1)[0] as string)];
    try {
      const decoded = decodeURIComponent(field.replace(BARE_PERCENT, "%25"));
      if (decoded.includes("\0")) issues.push({ code: "text", message: UNUSABLE_TEXT, path });
    } catch {
      issues.push({ ...NOT_UTF8, path });
    }
    if (issues.length === ISSUES_MAX) break;
  }
  return issues;
}

function bodyOf(
  { bodyCheck, isBodyOptional, operation }: Callable,
  { body, contentType }: RequestParts,
  issues: Issue[],
): Record<string, unknown> {
  const form = operation.takes ?? "json";
  if (body === "") {
    if (!isBodyOptional) {
      const message = form === "json" ? "a JSON body is required" : "a form is required";
      issues.push({ code: "required", message, path: ["body"] });
    }
    return NO_FIELDS;
  }
  const value =
    form === "json" ? jsonOf(body, contentType, issues) : formOf(body, contentType, issues);
  if (value === UNREADABLE) return NO_FIELDS;
  if (bodyCheck === undefined) {
    if (!isEmptyObject(value)) {
      issues.push({ code: "unexpected", message: "this operation takes no body", path: ["body"] });
    }
    return NO_FIELDS;
  }
  issues.push(...issuesOf(bodyCheck, value));
  return value as Record<string, unknown>;
}

/** The value of a body that could not be read; an issue has the reason. */
const UNREADABLE: unique symbol = Symbol("unreadable");

function jsonOf(body: string, contentType: string, issues: Issue[]): unknown {
  if (!isJsonContent(contentType)) {
    const message = "a body is application/json, in UTF-8";
    issues.push({ code: "content_type", message, path: ["content-type"] });
    return UNREADABLE;
  }
  const read = readJson(body);
  if (read.issues === undefined) return read.value;
  issues.push(...read.issues);
  return UNREADABLE;
}

function formOf(body: string, contentType: string, issues: Issue[]): unknown {
  if (FORM_CONTENT.test(contentType)) return fieldsIn(body, issues);
  const message = "a body is application/x-www-form-urlencoded, in UTF-8";
  issues.push({ code: "content_type", message, path: ["content-type"] });
  return UNREADABLE;
}

function isEmptyObject(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.keys(value).length === 0;
}
