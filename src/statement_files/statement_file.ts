/**
 * Writes a file of statements in one of the formats that banks and bookkeepers take. Pure: the same statements are
 * the same bytes, and nothing but they decides them. Entries are read as they are written, so a file of any
 * length takes the memory of a few hundred entries. Does not check that the entries add up to the head: whoever
 * gives them has done so.
 */
import { csvFile } from "./csv_file.ts";
import type { FileStatement } from "./statement.ts";

export type StatementFormat = keyof typeof STATEMENT_FORMATS;

export const STATEMENT_FORMATS = {
  csv: { mediaType: "text/csv", extension: "csv", isText: true },
  camt053: { mediaType: "application/xml", extension: "xml", isText: true },
  mt940: { mediaType: "text/plain", extension: "sta", isText: true },
  ofx: { mediaType: "application/x-ofx", extension: "ofx", isText: true },
  pdf: { mediaType: "application/pdf", extension: "pdf", isText: false },
} as const;

/** The formats that are text, by whom writes them: in parts, which together are the file in UTF-8. */
const TEXTS: Partial<
  Record<StatementFormat, (statements: Iterable<FileStatement>) => Iterable<string>>
> = { csv: csvFile };

/** The bytes of the file, in parts. */
export function* statementFile(
  format: StatementFormat,
  statements: Iterable<FileStatement>,
): Generator<Uint8Array> {
  const texts = TEXTS[format];
  if (texts === undefined) throw new Error(`no writer of ${format}`);
  for (const text of texts(statements)) if (text !== "") yield Buffer.from(text, "utf8");
}
