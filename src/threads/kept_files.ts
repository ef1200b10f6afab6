/**
 * Files beside a log as a reader thread answers them. Guarantees: nobody gets bytes of a file whose digest was not checked
 * since the file was last written, `CHECKED_MS` ago at most; a file of any size is checked and sent at flat memory.
 */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { invariant } from "../base/invariant.ts";
import type { FileAnswer } from "../contract/declare/file_answer.ts";
import type { FileReader } from "../contract/declare/file_reader.ts";
import type { RangeAsked, TaskAnswer } from "../contract/declare/reader_task.ts";
import type { NamedFile } from "../contract/records/named_file.ts";
import { checkFile, FileUnfit, hasFile, piecesOf } from "../files/named_files.ts";
import { digestLine, dispositionOf, etagOf } from "../http/answer/file_headers.ts";
import { VARIES } from "../http/answer/security_headers.ts";
import { byteRangeOf } from "../http/read/byte_range.ts";

/** So long a check counts, milliseconds: a client that fetches a large file range by range has it read through once. */
const CHECKED_MS = 60_000;
/** Most files whose check is remembered. */
const CHECKED_MAX = 64;

type Checked = { seen: string; untilMs: number };

export class KeptFiles implements FileReader {
  readonly #folder: string;
  readonly #checked = new Map<string, Checked>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  faultOf(named: NamedFile): "missing" | "damaged" | undefined {
    const before = this.#seen(named);
    const known = this.#checked.get(named.file);
    const nowMs = performance.now();
    if (known !== undefined && known.seen === before && nowMs < known.untilMs) return undefined;
    this.#checked.delete(named.file);
    try {
      checkFile(this.#folder, named);
    } catch (cause) {
      if (!(cause instanceof FileUnfit)) throw cause;
      return hasFile(this.#folder, named) ? "damaged" : "missing";
    }
    if (this.#checked.size === CHECKED_MAX) this.#checked.clear();
    this.#checked.set(named.file, { seen: before, untilMs: nowMs + CHECKED_MS });
    return undefined;
  }

  *parts(named: NamedFile, encoding: "utf8" | "base64"): Generator<string> {
    // Of base64 it keeps the one or two bytes that are no whole group of three until the next piece.
    const decoder = new StringDecoder(encoding);
    for (const piece of this.#pieces(named, { from: 0, size: named.sizeBytes })) {
      yield decoder.write(Buffer.from(piece));
    }
    yield decoder.end();
  }

  /** The file, or the range of it that is asked for. The answer leaves the file where it is. */
  answer(
    { mediaType, filename, kept }: FileAnswer,
    asked: RangeAsked | undefined,
  ): Extract<TaskAnswer, { kind: "body" }> {
    invariant(kept !== undefined, "a file that is answered lies beside the log");
    const { sizeBytes, sha256 } = kept;
    const etag = etagOf(sha256);
    const range = byteRangeOf(asked, { size: sizeBytes, etag });
    const whole = Buffer.from(sha256, "hex");
    const headers = `\r\naccept-ranges: bytes\r\netag: ${etag}${digestLine("repr-digest", whole)}`;
    const contentType = mediaType.startsWith("text/") ? `${mediaType}; charset=utf-8` : mediaType;
    if (range === "unsatisfiable") {
      const lines = `${headers}\r\ncontent-range: bytes */${sizeBytes}${VARIES}`;
      const body = { size: 0, bytes: new Uint8Array(0) };
      return { kind: "body", status: 416, contentType, headers: lines, body };
    }
    const { from, size } = range ?? { from: 0, size: sizeBytes };
    const digest = range === undefined ? whole : this.#digestOf(kept, range);
    const lines =
      dispositionOf(filename) +
      headers +
      digestLine("content-digest", digest) +
      (range === undefined
        ? ""
        : `\r\ncontent-range: bytes ${from}-${from + size - 1}/${sizeBytes}`) +
      VARIES;
    const body = { size, path: join(this.#folder, kept.file), from, isKept: true as const };
    const status = range === undefined ? 200 : 206;
    return { kind: "body", status, contentType, headers: lines, body };
  }

  #digestOf(named: NamedFile, range: { from: number; size: number }): Buffer {
    const hash = createHash("sha256");
    for (const piece of this.#pieces(named, range)) hash.update(piece);
    return hash.digest();
  }

  #pieces({ file }: NamedFile, range: { from: number; size: number }): Generator<Uint8Array> {
    return piecesOf(join(this.#folder, file), range);
  }

  /** What changes when somebody writes the file; "" where it is missing. */
  #seen({ file }: NamedFile): string {
    const stat = statSync(join(this.#folder, file), { throwIfNoEntry: false, bigint: true });
    return stat === undefined ? "" : `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
  }
}
