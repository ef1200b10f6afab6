/**
 * Writes a file of statements in one of the formats that banks and bookkeepers take. Pure: the same statements are
 * the same bytes, and nothing but they decides them. Entries are read as they are written, so a file of any
 * length takes the memory of a few hundred entries. Does not check that the entries add up to the head: whoever
 * gives them has done so.
 */
import { invariant } from "../base/invariant.ts";
import { type StatementEntry, statementCsv } from "../contract/values/statement_csv.ts";
import type { StatementFormat } from "../contract/values/statement_formats.ts";
import { camt053File } from "./camt053_file.ts";
import { csvFile } from "./csv_file.ts";
import { faultOfStatement } from "./format_limits.ts";
import { mt940File } from "./mt940_file.ts";
import { ofxFile } from "./ofx_file.ts";
import { pdfFile } from "./pdf_file.ts";
import type { FileStatement } from "./statement.ts";

type TextFormat = Exclude<StatementFormat, "pdf">;
const WRITERS: Readonly<
  Record<TextFormat, (statements: Iterable<FileStatement>) => Iterable<string>>
> = { csv: csvFile, camt053: camt053File, mt940: mt940File, ofx: ofxFile };

/** Characters of a part; a part of the file is one Uint8Array. */
const PART_LENGTH = 64 * 1024;

/**
 * The bytes of the file, in parts. At least one statement, each in its own currency. A statement of which
 * `faultOfStatement` says that the format cannot say it throws when its turn comes: ask before.
 */
export function* statementFile(
  format: StatementFormat,
  statements: Iterable<FileStatement>,
): Generator<Uint8Array> {
  const sayable = sayableIn(format, statements);
  yield* format === "pdf" ? pdfFile(sayable) : partsOf(WRITERS[format](sayable));
}

/** The bytes of a CSV of the entries of several accounts, in the order in which they come; of none the header alone. */
export function entriesFile(entries: Iterable<StatementEntry>): Generator<Uint8Array> {
  return partsOf(statementCsv("product", entries));
}

function* sayableIn(
  format: StatementFormat,
  statements: Iterable<FileStatement>,
): Generator<FileStatement> {
  let count = 0;
  for (const statement of statements) {
    count++;
    const fault = faultOfStatement(format, statement.head);
    invariant(fault === undefined, `the format can say the amounts of the statement: ${fault}`);
    yield statement;
  }
  invariant(count > 0, "a file has at least one statement");
}

function* partsOf(texts: Iterable<string>): Generator<Uint8Array> {
  let part = "";
  for (const text of texts) {
    part += text;
    if (part.length < PART_LENGTH) continue;
    yield Buffer.from(part, "utf8");
    part = "";
  }
  if (part !== "") yield Buffer.from(part, "utf8");
}
