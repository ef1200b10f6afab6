/**
 * Collects the body of an answer: in memory while the body is small, then in a file. So a large
 * body takes no memory of the reader or of the edge, and a slow client occupies no reader and no
 * snapshot.
 */
import { createHash, type Hash, randomUUID } from "node:crypto";
import { closeSync, mkdirSync, openSync, rmSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { TaskBody } from "../contract/declare/reader_task.ts";

/** A body of at most this many bytes is never written to disk. */
export const SPOOL_MEMORY_BYTES = 2 ** 20;
/** The largest body, bytes: a statement of some ten million lines. */
export const SPOOL_BYTES_MAX = 2 ** 31;
/** Bytes that are collected before one write. */
const BLOCK_BYTES = 2 ** 18;

/** The body is larger than `SPOOL_BYTES_MAX`. */
export class SpoolFull extends Error {
  override readonly name = "SpoolFull";
}

/** Makes the directory, or deletes the files that a crash may have left in it. */
export function prepareSpool(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
}

/** Takes pieces of text one after another; `end` returns the body, `close` discards it. */
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

  /** Returns the body and its SHA-256. A file belongs to the caller from then on. */
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

  /** Deletes the file of a body that `end` has not returned. */
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
