/**
 * An answer that is a file: the text itself for a client that accepts its media type, or one JSON
 * object that holds the text, its name, its SHA-256 and its size.
 * Guarantees: both forms hold the same text, byte for byte; the whole text is in memory only if the
 * caller joins the pieces.
 */
import { createHash } from "node:crypto";
import type { NamedFile } from "../records/named_file.ts";
import type { FileForm } from "./aspects/file.ts";

export type FileAnswer = FileForm & {
  filename: string;
  /** Further fields of the JSON form. */
  fields: Readonly<Record<string, unknown>>;
  /** The text in pieces from its beginning. No piece ends within a character. */
  parts(): Iterable<string>;
  /** Present where the answer is a file beside the log: it is sent as it lies there, and `parts` is its content. */
  kept?: NamedFile;
};

/** The JSON form, in pieces. A lone surrogate becomes U+FFFD, as it does in the file's bytes. */
export function* jsonParts(file: FileAnswer): Generator<string> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  yield `{${JSON.stringify(file.contentField)}:"`;
  for (const part of file.parts()) {
    const bytes = Buffer.from(part, "utf8");
    hash.update(bytes);
    sizeBytes += bytes.length;
    yield JSON.stringify(bytes.toString("utf8")).slice(1, -1);
  }
  const { filename, fields, kept } = file;
  const sums = {
    sha256: kept?.sha256 ?? hash.digest("hex"),
    sizeBytes: kept?.sizeBytes ?? sizeBytes,
  };
  const rest = { filename, ...sums, ...fields };
  yield `",${JSON.stringify(rest).slice(1)}`;
}
