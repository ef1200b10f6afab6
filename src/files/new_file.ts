/**
 * A file beside a log while it is written, piece by piece, at flat memory. Guarantees: the file has its name only when it
 * is whole and on disk; until then it has another ending, so nobody takes a part of it for the file.
 */
import { createHash, type Hash, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { syncDirectory } from "../../wal/database.ts";
import { fileNameOf, type NamedFile } from "../contract/records/named_file.ts";

/** The ending of the name that a file has until it is whole and on disk. */
const UNFINISHED = ".tmp";
/** Random bytes in a name. */
const NAME_BYTES = 16;

/** What is told before each step of writing a file, so that a test can end the work anywhere. */
export type FileStep = "write" | "sync" | "rename" | "sync folder" | "end";
export type OnStep = (step: FileStep) => void;

/** A new name for a file of the owner. */
export function newFileName(owner: string): string {
  return fileNameOf(owner, randomBytes(NAME_BYTES).toString("hex"));
}

export class NewFile {
  readonly #folder: string;
  readonly #file: string;
  readonly #step: OnStep;
  readonly #hash: Hash = createHash("sha256");
  readonly #handle: number;
  #size = 0;
  #isOpen = true;

  /** Makes the file (mode 0600), which has no bytes yet. */
  constructor(folder: string, file: string, step: OnStep = () => {}) {
    this.#folder = folder;
    this.#file = file;
    this.#step = step;
    step("write");
    this.#handle = openSync(this.#path + UNFINISHED, "w", 0o600);
  }

  /** How many bytes were written. */
  get sizeBytes(): number {
    return this.#size;
  }

  write(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#handle, bytes, at);
    this.#size += bytes.length;
  }

  /**
   * Gives the file its name. Its bytes are on disk when this returns; its name is too, unless `isNameSynced` is false:
   * then the caller syncs the folder.
   */
  keep({ isNameSynced = true } = {}): NamedFile {
    this.#step("sync");
    fsyncSync(this.#handle);
    this.close();
    this.#step("rename");
    renameSync(this.#path + UNFINISHED, this.#path);
    if (isNameSynced) {
      this.#step("sync folder");
      syncDirectory(this.#folder);
      this.#step("end");
    }
    const sha256 = this.#hash.digest("hex");
    return { file: this.#file, sizeBytes: this.#size, sha256 };
  }

  /** Deletes what was written, where `keep` did not come so far. */
  discard(): void {
    this.close();
    rmSync(this.#path + UNFINISHED, { force: true });
  }

  /** Writes no more. What has no name yet is left, and swept by the next start. */
  close(): void {
    if (this.#isOpen) closeSync(this.#handle);
    this.#isOpen = false;
  }

  get #path(): string {
    return join(this.#folder, this.#file);
  }
}
