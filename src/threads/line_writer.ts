/**
 * Writes lines to a file descriptor: lines are collected and written together, one write at a time.
 * Guarantees: never waits for the descriptor, never throws, and holds a bounded number of bytes: a
 * disk without space and a reader that hangs cost lines, which are counted, and nothing else. That
 * is why it is not pino's own destination: on a full disk that one waits for ever in `flushSync`,
 * which pino calls for a fatal line and at the end of the process.
 */
import { write, writeSync } from "node:fs";

/** Where the lines of a log go. */
export type LineDestination = {
  write(line: string): unknown;
  flush(done?: () => void): void;
  flushSync(): void;
};

export type LineWriterParts = {
  fd: number;
  /** Characters that are collected before a write begins by itself. */
  collect: number;
  /** Characters that wait at most; a further line is lost. */
  waitingMax: number;
};

/** A descriptor that is not ready is tried again after so long, milliseconds. */
const RETRY_MS = 10;

export class LineWriter implements LineDestination {
  /** Lines that were lost. */
  lost = 0;
  readonly #parts: LineWriterParts;
  #text = "";
  #isWriting = false;
  #waiters: (() => void)[] = [];

  constructor(parts: LineWriterParts) {
    this.#parts = parts;
  }

  write(line: string): void {
    if (this.#text.length + line.length > this.#parts.waitingMax) {
      this.lost++;
      return;
    }
    this.#text += line;
    if (this.#text.length >= this.#parts.collect) this.flush();
  }

  /** Calls `done` when every line so far was written, or lost. */
  flush(done?: () => void): void {
    if (done !== undefined) this.#waiters.push(done);
    if (this.#isWriting) return;
    if (this.#text === "") {
      this.#wake();
      return;
    }
    const bytes = Buffer.from(this.#text);
    this.#text = "";
    this.#isWriting = true;
    this.#writeRest(bytes);
  }

  /** One try, where no other write is under way. */
  flushSync(): void {
    if (this.#isWriting || this.#text === "") return;
    const text = this.#text;
    this.#text = "";
    try {
      writeSync(this.#parts.fd, text);
    } catch {
      this.lost += lineCountOf(text);
    }
  }

  #writeRest(bytes: Buffer): void {
    write(this.#parts.fd, bytes, (error, written) => {
      if (error?.code === "EAGAIN") {
        setTimeout(() => this.#writeRest(bytes), RETRY_MS);
        return;
      }
      if (error !== null) this.lost += lineCountOf(bytes.toString());
      else if (written < bytes.length) {
        this.#writeRest(bytes.subarray(written));
        return;
      }
      this.#isWriting = false;
      if (this.#text !== "" && error === null) this.flush();
      else this.#wake();
    });
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const done of waiters) done();
  }
}

function lineCountOf(text: string): number {
  return text.split("\n").length - 1;
}
