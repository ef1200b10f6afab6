/** The first statement of a file, whose head says what stands at the beginning of the file; and all of them. */
import { invariant } from "../base/invariant.ts";
import type { FileStatement, StatementHead } from "./statement.ts";

/** `statements` gives the first one, too, and can be read once. */
export function firstOf(statements: Iterable<FileStatement>): {
  head: StatementHead;
  statements: Iterable<FileStatement>;
} {
  const iterator = statements[Symbol.iterator]();
  const { done, value: first } = iterator.next();
  invariant(done !== true, "a file has at least one statement");
  return { head: first.head, statements: allOf(first, { [Symbol.iterator]: () => iterator }) };
}

function* allOf(
  first: FileStatement,
  rest: Iterable<FileStatement>,
): Generator<FileStatement, undefined> {
  yield first;
  yield* rest;
}
