/**
 * A body on its way: in memory while it is small, then in a file of its own, so that a large answer
 * costs neither thread memory for itself, and a slow client keeps no reader and no snapshot.
 */
import { createHash, type Hash, randomUUID } from "node:crypto";
import { closeSync, mkdirSync, openSync, rmSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { TaskBody } from "../contract/reader_task.ts";

/** A body up to this many bytes is never written to disk. */
export const SPOOL_MEMORY_BYTES = 2 ** 20;
/** The largest body: a statement of some ten million lines. */
export const SPOOL_BYTES_MAX = 2 ** 31;
/** Bytes that are gathered for one write. */
const BLOCK_BYTES = 2 ** 18;

/** A body grew beyond `SPOOL_BYTES_MAX`. */
export class SpoolFull extends Error {
  override readonly name = "SpoolFull";
}

/** Empties the directory of what a crash may have left, or makes it. */
export function prepareSpool(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
}

/** Writes pieces of text one after another; `end` hands them over, `close` forgets them. */
export class Spool {
  readonly #directory: string;
  readonly #hash: Hash = createHash("sha256");
  #blocks: Buffer[] = [];
  #pending = "";
  #size = 0;
  #kept = 0;
  #file: { path: string; fd: number } | undefined;

  constructor(directory: string) {
    this.#directory = directory;
  }

  write(part: string): void {
    this.#pending += part;
    if (this.#pending.length >= BLOCK_BYTES) this.#flush();
  }

  /** The body and its SHA-256. The file, if there is one, belongs to the caller from then on. */
  end(): { body: TaskBody; sha256: Buffer } {
    this.#flush();
    const sha256 = this.#hash.digest();
    const size = this.#size;
    if (this.#file === undefined) {
      const bytes = new Uint8Array(size);
      let at = 0;
      for (const block of this.#blocks) {
        bytes.set(block, at);
        at += block.length;
      }
      return { body: { size, bytes }, sha256 };
    }
    const { path, fd } = this.#file;
    this.#spill(fd);
    closeSync(fd);
    this.#file = undefined;
    return { body: { size, path }, sha256 };
  }

  /** Deletes what was not handed over. */
  close(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file.fd);
    unlinkSync(this.#file.path);
    this.#file = undefined;
  }

  #flush(): void {
    const block = Buffer.from(this.#pending, "utf8");
    this.#pending = "";
    if (this.#size + block.length > SPOOL_BYTES_MAX) {
      throw new SpoolFull(`a body is larger than ${SPOOL_BYTES_MAX} bytes`);
    }
    this.#hash.update(block);
    this.#blocks.push(block);
    this.#size += block.length;
    this.#kept += block.length;
    if (this.#kept <= SPOOL_MEMORY_BYTES) return;
    this.#file ??= this.#open();
    this.#spill(this.#file.fd);
  }

  #spill(fd: number): void {
    for (const block of this.#blocks) {
      for (let at = 0; at < block.length; ) at += writeSync(fd, block, at);
    }
    this.#blocks = [];
    this.#kept = 0;
  }

  #open(): { path: string; fd: number } {
    const path = join(this.#directory, randomUUID());
    return { path, fd: openSync(path, "wx", 0o600) };
  }
}
