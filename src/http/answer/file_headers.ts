/** Headers of an answer that is a file, each a line after "\r\n". */
import { invariant } from "../../base/invariant.ts";

/** RFC 6266: the name that the client keeps the file under. */
export function dispositionOf(filename: string): string {
  invariant(/^[A-Za-z0-9._-]{1,200}$/.test(filename), "a file's name needs no quoting");
  return `\r\ncontent-disposition: attachment; filename="${filename}"`;
}

/** RFC 9530: `content-digest` is of the bytes that are sent, `repr-digest` of the whole file. */
export function digestLine(name: "content-digest" | "repr-digest", sha256: Uint8Array): string {
  return `\r\n${name}: sha-256=:${Buffer.from(sha256).toString("base64")}:`;
}

/** RFC 9110, 8.8.3: the tag of a file that never changes. */
export function etagOf(sha256: string): string {
  return `"${sha256}"`;
}
