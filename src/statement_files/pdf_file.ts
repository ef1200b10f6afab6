/** A placeholder. */
import type { FileStatement } from "./statement.ts";

export function* pdfFile(statements: Iterable<FileStatement>): Generator<Uint8Array> {
  for (const { head } of statements) yield Buffer.from(head.id);
}
