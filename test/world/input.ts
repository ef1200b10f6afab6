/** The edge's validation of an input, so that a test sends only input that a client can send. */
import { NO_FIELDS } from "../../src/calls/call_input.ts";
import { type Callable, callableOf } from "../../src/calls/callable.ts";
import { issuesOf } from "../../src/calls/input_issues.ts";
import type { Operation } from "../../src/contract/declare/operation.ts";
import type { Issue } from "../../src/contract/refusals/refusal.ts";

// biome-ignore lint/suspicious/noExplicitAny: operations of every state and input
type AnyOperation = Operation<any>;
export type Input = Readonly<Record<string, unknown>>;

const callables = new Map<AnyOperation, Callable>();

/** The issues of path, query and body by their schemas, else those of the operation's own check. */
export function issuesOfInput(operation: AnyOperation, input: Input): Issue[] {
  const callable = callables.get(operation) ?? callableOf(operation);
  callables.set(operation, callable);
  const { path, query, body } = operation;
  const [ofPath, others] = taken(input, path?.properties);
  const [ofQuery, ofBody] = taken(others, query?.properties);
  const issues = [
    ...issuesOf(callable.pathCheck, ofPath),
    ...issuesOf(callable.queryCheck, body === undefined ? { ...ofQuery, ...ofBody } : ofQuery),
    ...(callable.bodyCheck === undefined ? [] : issuesOf(callable.bodyCheck, ofBody)),
  ];
  return issues.length > 0 ? issues : (operation.check?.(input as never) ?? []);
}

/** The fields of `input` that `schemas` has, and the other fields. */
function taken(input: Input, schemas: object = NO_FIELDS): [Input, Input] {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  const isOwn = ([field]: [string, unknown]) => Object.hasOwn(schemas, field);
  return [
    Object.fromEntries(entries.filter(isOwn)),
    Object.fromEntries(entries.filter((entry) => !isOwn(entry))),
  ];
}
