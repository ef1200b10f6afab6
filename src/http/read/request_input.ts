/**
 * Makes the input of an operation from a request: path, query and body, read as HTTP writes them,
 * and checked by the compiled schemas. The text of a JSON body goes on to the shard as it came, so
 * that it is not written as JSON again.
 */
import { isUnusableText, shownName, UNUSABLE_TEXT } from "../../base/json_faults.ts";
import { shownPath } from "../../base/shown_text.ts";
import { type CallInput, mergedInput, NO_FIELDS } from "../../calls/call_input.ts";
import type { Callable } from "../../calls/callable.ts";
import { ISSUES_MAX, issuesOf } from "../../calls/input_issues.ts";
import { contentTypeIssue, isJsonContent, readJson } from "../../calls/json_input.ts";
import type { InputIssue, IssueCode } from "../../contract/refusals/issue_codes.ts";

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
  const issues: InputIssue[] = [];
  const path = pathOf(callable, pathNames, parts.pathValues, issues);
  const query = queryOf(callable, parts.query, issues);
  const body = bodyOf(callable, parts, issues);
  if (issues.length > 0) return { issues };
  const isJson = callable.operation.takes !== "form";
  return mergedInput(callable, { path, query, body, bodyText: isJson ? parts.body : "" });
}

function queryOf(
  { queryCheck, isQueryOptional }: Callable,
  text: string,
  issues: InputIssue[],
): Record<string, string> {
  if (text === "" && isQueryOptional) return NO_FIELDS;
  const query = text === "" ? NO_FIELDS : fieldsIn(text, issues);
  issues.push(...issuesOf(queryCheck, query, "query"));
  return query;
}

function pathOf(
  { pathCheck }: Callable,
  names: readonly string[],
  values: readonly string[],
  issues: InputIssue[],
): Record<string, string> {
  if (names.length === 0) return NO_FIELDS;
  const path: Record<string, string> = {};
  for (let at = 0; at < names.length; at++) {
    const name = names[at] as string;
    const value = values[at] as string;
    try {
      path[name] = value.includes("%") ? decodeURIComponent(value) : value;
    } catch {
      issues.push(issueOf("encoding", name, NOT_UTF8));
      return path;
    }
    if (isUnusableText(path[name])) {
      issues.push(issueOf("text", name, UNUSABLE_TEXT));
      return path;
    }
  }
  issues.push(...issuesOf(pathCheck, path, "path"));
  return path;
}

const NOT_UTF8 = "is not UTF-8; escape it as encodeURIComponent does";

function issueOf(code: IssueCode, name: string, says: string): InputIssue {
  return { code, message: `${shownPath([name])} ${says}`, path: [shownName(name)] };
}

/** A time whose offset was sent with an unescaped `+`, which form decoding reads as a space. */
const SPACED_OFFSET = /^(\d{4}-\d\d-\d\dT[\d:.]{5,18}) (\d\d:\d\d)$/i;

/** Names and values of a query or a form, each name once. */
function fieldsIn(text: string, issues: InputIssue[]): Record<string, string> {
  if (text.includes("%")) issues.push(...encodingIssues(text));
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields[name] !== undefined) {
      issues.push(issueOf("repeated", name, "is given twice; send it once"));
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
function encodingIssues(text: string): InputIssue[] {
  const issues: InputIssue[] = [];
  for (const field of text.split("&")) {
    const name = field.split("=", 1)[0] as string;
    try {
      const decoded = decodeURIComponent(field.replace(BARE_PERCENT, "%25"));
      if (decoded.includes("\0")) issues.push(issueOf("text", name, UNUSABLE_TEXT));
    } catch {
      issues.push(issueOf("encoding", name, NOT_UTF8));
    }
    if (issues.length === ISSUES_MAX) break;
  }
  return issues;
}

function bodyOf(
  callable: Callable,
  { body, contentType }: RequestParts,
  issues: InputIssue[],
): Record<string, unknown> {
  const { bodyCheck, isBodyOptional, operation } = callable;
  const form = operation.takes ?? "json";
  if (body === "") {
    if (!isBodyOptional) {
      issues.push({ code: "required", message: missingBody(callable), path: ["body"] });
    }
    return NO_FIELDS;
  }
  const value =
    form === "json"
      ? jsonOf(callable, body, contentType, issues)
      : formOf(body, contentType, issues);
  if (value === UNREADABLE) return NO_FIELDS;
  if (bodyCheck === undefined) {
    if (!isEmptyObject(value)) {
      const message = "this operation takes no body; leave it out";
      issues.push({ code: "unexpected", message, path: ["body"] });
    }
    return NO_FIELDS;
  }
  const unfit = issuesOf(bodyCheck, value);
  if (unfit.length > 0) issues.push(...unfit);
  return value as Record<string, unknown>;
}

/** The value of a body that could not be read; an issue has the reason. */
const UNREADABLE: unique symbol = Symbol("unreadable");

function jsonOf(
  { plainJson }: Callable,
  body: string,
  contentType: string,
  issues: InputIssue[],
): unknown {
  if (!isJsonContent(contentType)) {
    issues.push(contentTypeIssue(contentType, "application/json"));
    return UNREADABLE;
  }
  const plain = plainJson?.(body);
  if (plain !== undefined) return plain;
  const read = readJson(body);
  if (read.issues === undefined) return read.value;
  issues.push(...read.issues);
  return UNREADABLE;
}

function formOf(body: string, contentType: string, issues: InputIssue[]): unknown {
  if (FORM_CONTENT.test(contentType)) return fieldsIn(body, issues);
  issues.push(contentTypeIssue(contentType, "application/x-www-form-urlencoded"));
  return UNREADABLE;
}

function missingBody({ operation }: Callable): string {
  const { required = [] } = (operation.body ?? {}) as { required?: string[] };
  const form = operation.takes === "form" ? "a form" : "a JSON object";
  return `the body is empty; send ${form} with ${required.join(", ")}`;
}

function isEmptyObject(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.keys(value).length === 0;
}
