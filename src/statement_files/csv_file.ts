/**
 * A statement file as CSV: one header, then the entries of each statement. The lines of a file of one account are
 * those of `account.statement.export`. Of several statements all have the same scope.
 */
import { type StatementEntry, statementCsv } from "../contract/values/statement_csv.ts";
import type { FileStatement } from "./statement.ts";

export function* csvFile(statements: Iterable<FileStatement>): Generator<string> {
  const [first, rest] = firstOf(statements);
  yield* statementCsv(first?.head.scope ?? "account", entriesOf(first, rest));
}

/** The scope of the header is that of the first statement, so it is taken before the header is written. */
function firstOf(
  statements: Iterable<FileStatement>,
): [FileStatement | undefined, Iterable<FileStatement>] {
  const iterator = statements[Symbol.iterator]();
  const { done, value } = iterator.next();
  return [done === true ? undefined : value, { [Symbol.iterator]: () => iterator }];
}

function* entriesOf(
  first: FileStatement | undefined,
  rest: Iterable<FileStatement>,
): Generator<StatementEntry> {
  if (first === undefined) return;
  yield* first.entries;
  for (const { entries } of rest) yield* entries;
}
