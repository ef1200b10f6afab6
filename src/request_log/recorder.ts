/**
 * The log of requests on an edge: entries go into a buffer, and full buffers go to the writer as
 * batches. A request costs the encoding of its entry and never waits. When the writer is too slow,
 * batches are dropped and their entries counted.
 */
import type { RequestNote, RequestRecorder } from "../contract/messages/request_log.ts";
import { encodeEntry, entryBytesMax } from "./entry.ts";

/** Bytes of a batch. An entry that does not fit into the rest of a buffer begins a new buffer. */
export const BATCH_BYTES = 256 * 1_024;
/** An entry waits at most this long on its edge, milliseconds. */
export const HAND_OVER_MS = 250;
/** The most batches that the writer has not confirmed; a further batch is dropped. */
export const BATCHES_WAITING_MAX = 64;
/** A reader waits for the writer at most this long, milliseconds. */
export const WRITTEN_WAIT_MS = 2_000;

export type RecorderParts = {
  /** Hands a batch over; resolves with the number of entries that the writer dropped. */
  write(batch: Uint8Array): Promise<number>;
  /** Resolves when all entries that any edge holds now are written. */
  writeAll(): Promise<unknown>;
  batchesWaitingMax?: number;
};

export class BatchRecorder implements RequestRecorder {
  readonly counters = { recorded: 0, dropped: 0 };
  readonly #parts: RecorderParts;
  #buffer = Buffer.allocUnsafeSlow(BATCH_BYTES);
  #at = 0;
  #entries = 0;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  record(note: RequestNote): void {
    const bytesMax = entryBytesMax(note);
    if (bytesMax > BATCH_BYTES) {
      this.counters.dropped++;
      return;
    }
    if (this.#at + bytesMax > BATCH_BYTES) this.#handOver();
    this.#at = encodeEntry(note, this.#buffer, this.#at);
    this.#entries++;
    this.counters.recorded++;
    this.#timer ??= setTimeout(() => this.#handOver(), HAND_OVER_MS);
  }

  /** Takes the entries that are held now out of the recorder; the caller writes them. */
  take(): Uint8Array {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#buffer.subarray(0, this.#at);
    this.#buffer = Buffer.allocUnsafeSlow(BATCH_BYTES);
    this.#at = 0;
    this.#entries = 0;
    return batch;
  }

  /** Counts entries of this edge that the writer has dropped. */
  countDropped(entries: number): void {
    this.counters.dropped += entries;
  }

  whenWritten(done: () => void): void {
    let isDone = false;
    const once = () => {
      if (isDone) return;
      isDone = true;
      clearTimeout(late);
      done();
    };
    const late = setTimeout(once, WRITTEN_WAIT_MS);
    this.#parts.writeAll().then(once, once);
  }

  #handOver(): void {
    const entries = this.#entries;
    const batch = this.take();
    if (this.#waiting >= (this.#parts.batchesWaitingMax ?? BATCHES_WAITING_MAX)) {
      this.counters.dropped += entries;
      return;
    }
    this.#waiting++;
    const settle = (dropped: number) => {
      this.#waiting--;
      this.countDropped(dropped);
    };
    this.#parts.write(batch).then(settle, () => settle(entries));
  }
}
