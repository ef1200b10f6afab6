/**
 * The arguments of a tool, taken apart into what HTTP has in headers (environment, idempotency key, company) and the
 * operation's input, which the compiled schemas of REST check.
 */
import { type CallInput, type InputParts, mergedInput, NO_FIELDS } from "../calls/call_input.ts";
import { issuesOf } from "../calls/input_issues.ts";
import type { InputIssue } from "../contract/refusals/issue_codes.ts";
import type { Tool } from "./tool_catalog.ts";
import { TENANT_FIELD } from "./tool_schema.ts";

export type ToolArguments = Record<string, unknown>;

/** The values that HTTP has in headers; each "" where it was not given. */
export type CallOptions = { environment: string; idempotencyKey: string; tenant: string };

/** A value that is no text is given as JSON, which the check of the header that it stands for refuses. */
function textOf(value: unknown): string {
  return value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
}

/** What the arguments say in place of headers, as texts that nobody has checked yet. */
export function optionsOf({ callFields }: Tool, given: ToolArguments): CallOptions {
  return {
    environment: textOf(given[callFields.environment]),
    idempotencyKey: textOf(given[callFields.idempotencyKey]),
    tenant: textOf(given[TENANT_FIELD]),
  };
}

/** The operation's input, or what is wrong with it. */
export function inputOf(tool: Tool, given: ToolArguments): CallInput {
  const { callable, fields, callFields } = tool;
  const parts = partsOf(tool, given);
  const issues: InputIssue[] = [];
  if (fields.path.length > 0)
    issues.push(...issuesOf(callable.pathCheck, parts.path, "text_arguments"));
  if (parts.query !== NO_FIELDS || !callable.isQueryOptional) {
    issues.push(...issuesOf(callable.queryCheck, parts.query, "text_arguments"));
  }
  if (callable.bodyCheck !== undefined) {
    if (parts.bodyText !== "" || !callable.isBodyOptional) {
      issues.push(...issuesOf(callable.bodyCheck, parts.body, "arguments"));
    }
  } else if (parts.bodyText !== "") {
    issues.push(...Object.keys(parts.body).map((name) => unexpected(name, callFields)));
  }
  return issues.length > 0 ? { issues } : mergedInput(callable, parts);
}

function partsOf({ fields, callFields }: Tool, given: ToolArguments): InputParts {
  const path: Record<string, string> = {};
  const query: Record<string, string> = {};
  const body: Record<string, unknown> = {};
  let hasQuery = false;
  let hasBody = false;
  for (const [name, value] of Object.entries(given)) {
    if (name === callFields.environment || name === callFields.idempotencyKey) continue;
    if (name === TENANT_FIELD && !fields.body.includes(name)) continue;
    if (fields.path.includes(name)) path[name] = value as string;
    else if (fields.query.includes(name)) {
      query[name] = queryValue(value) as string;
      hasQuery = true;
    } else {
      body[name] = value;
      hasBody = true;
    }
  }
  return {
    path: fields.path.length > 0 ? path : NO_FIELDS,
    query: hasQuery ? query : NO_FIELDS,
    body: hasBody ? body : NO_FIELDS,
    bodyText: hasBody ? JSON.stringify(body) : "",
  };
}

/** A query is text: its numbers and booleans are those of the published schema. */
function queryValue(value: unknown): unknown {
  return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
}

const NAME_SHOWN = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

function unexpected(name: string, { environment, idempotencyKey }: Tool["callFields"]): InputIssue {
  const shown = NAME_SHOWN.test(name) ? name : "an argument";
  const message = `${shown} is no argument of this tool; beside its own it takes ${environment} and ${idempotencyKey}`;
  return { code: "unexpected", message, path: NAME_SHOWN.test(name) ? [name] : ["arguments"] };
}
