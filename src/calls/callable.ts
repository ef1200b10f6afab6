/** An operation made ready to be called, once, at start: its schemas compiled, its gate built. */
import { type TSchema, Type } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { type Gate, gateOf } from "../access/gate.ts";
import { invariant } from "../base/invariant.ts";
import type { Operation } from "../contract/operation.ts";
import type { Issue } from "../contract/refusal.ts";

/** Issues that one answer lists; a hostile input must not make a large answer. */
const ISSUES_MAX = 20;
/** The check of a part that an operation does not have; most lack one, so all share it. */
const NOTHING_CHECK = TypeCompiler.Compile(Type.Object({}, { additionalProperties: false }));

// biome-ignore lint/suspicious/noExplicitAny: calls are made of operations of any state and input
export type AnyOperation = Operation<any>;

export type Callable = {
  readonly operation: AnyOperation;
  readonly gate: Gate;
  readonly pathCheck: TypeCheck<TSchema>;
  readonly queryCheck: TypeCheck<TSchema>;
  /** Undefined: it takes no body. */
  readonly bodyCheck: TypeCheck<TSchema> | undefined;
  /** A call without a body is valid. */
  readonly isBodyOptional: boolean;
};

export function callableOf(operation: AnyOperation): Callable {
  const body = operation.body as TSchema | undefined;
  const gate = gateOf(operation);
  invariant(
    operation.answers !== "events" || !gate.isPublic,
    `${operation.id}: a stream ends with the credential that it was opened with, so it takes one`,
  );
  const bodyCheck = body === undefined ? undefined : TypeCompiler.Compile(body);
  return {
    operation,
    gate,
    pathCheck: checkOf(operation.path),
    queryCheck: checkOf(operation.query),
    bodyCheck,
    isBodyOptional: bodyCheck === undefined || bodyCheck.Check({}),
  };
}

function checkOf(schema: TSchema | undefined): TypeCheck<TSchema> {
  return schema === undefined ? NOTHING_CHECK : TypeCompiler.Compile(schema);
}

/** What is wrong with `value`: field by field, at most `ISSUES_MAX`. */
export function issuesOf(check: TypeCheck<TSchema>, value: unknown): Issue[] {
  if (check.Check(value)) return [];
  const issues: Issue[] = [];
  const seen = new Set<string>();
  for (const { path, message, schema } of check.Errors(value)) {
    if (issues.length === ISSUES_MAX) break;
    if (seen.has(path)) continue;
    seen.add(path);
    const expected = typeof schema.description === "string" ? `; ${schema.description}` : "";
    issues.push({ code: "schema", message: `${message}${expected}`, path: fieldsOf(path) });
  }
  return issues;
}

/** The fields that a JSON pointer leads through, each cut to a length that may be shown. */
function fieldsOf(pointer: string): (string | number)[] {
  return pointer
    .split("/")
    .slice(1)
    .map((field) => field.replaceAll("~1", "/").replaceAll("~0", "~").slice(0, 100))
    .map((field) => (/^\d+$/.test(field) ? Number(field) : field));
}
