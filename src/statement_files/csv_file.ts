/**
 * A statement file as CSV: one header, then the entries of each statement. The lines of a file of one account are
 * those of `account.statement.export`. Of several statements all have the same scope.
 */
import { type StatementEntry, statementCsv } from "../contract/values/statement_csv.ts";
import { firstOf } from "./first_of.ts";
import type { FileStatement } from "./statement.ts";

export function csvFile(given: Iterable<FileStatement>): Generator<string> {
  const { head, statements } = firstOf(given);
  return statementCsv(head.scope, entriesOf(statements));
}

function* entriesOf(statements: Iterable<FileStatement>): Generator<StatementEntry> {
  for (const { entries } of statements) yield* entries;
}
