/**
 * Group commit: records are written into an open frame; all records that were added while the previous
 * fsync ran go into the next append. There is no timer: a single record is appended at once.
 * Guarantees: `onDurable` runs in order, after the fsync of all frames up to its sequence; a place
 * is known when its record is added; a record can be read back at once, durable or not.
 */
import { recordOf, type SealedFrame } from "../../wal/format.ts";
import { FrameBuilder, type Reservation } from "../../wal/frame_builder.ts";
import type { Log } from "../../wal/log.ts";
import { frameOf, indexOf, type Place, placeOf, RECORDS_PER_FRAME } from "../base/id.ts";

/** A frame is sealed when it has this many bytes, so that reading one record back stays cheap. */
export const FRAME_BYTES_SOFT = 64 * 1_024;

export class GroupCommit {
  readonly #log: Log;
  readonly #builder = new FrameBuilder();
  readonly #onFailure: (error: Error) => void;
  /** Sealed frames of the group that is being collected. */
  #sealed: SealedFrame[] = [];
  /** Sealed frames whose fsync runs. */
  #inFlight: SealedFrame[] = [];
  #lastHash: Uint8Array;
  #durable: number;
  #failed = false;
  /** Told the size and the duration of each append, for the histogram of commits. */
  readonly onCommitted: (stats: { frames: number; bytes: number; ms: number }) => void;

  constructor(
    log: Log,
    on: {
      failure: (error: Error) => void;
      committed: (stats: { frames: number; bytes: number; ms: number }) => void;
    },
  ) {
    this.#log = log;
    this.#onFailure = on.failure;
    this.onCommitted = on.committed;
    this.#lastHash = log.head.hash;
    this.#durable = log.head.sequence;
    this.#builder.open(log.head.sequence + 1, log.head.hash);
  }

  /** The newest durable frame. */
  get durable(): number {
    return this.#durable;
  }
  /** The frame that holds the newest record, durable or not. */
  get newest(): number {
    return this.#builder.count > 0 ? this.#builder.sequence : this.#builder.sequence - 1;
  }
  get isFailed(): boolean {
    return this.#failed;
  }
  get isCommitting(): boolean {
    return this.#inFlight.length > 0;
  }
  get hasRecords(): boolean {
    return this.#builder.count > 0 || this.#sealed.length > 0;
  }

  /** The place of the next record. */
  nextPlace(): Place {
    return placeOf(this.#builder.sequence, this.#builder.count);
  }

  reserve(bytesMax: number): Reservation {
    return this.#builder.reserve(bytesMax);
  }

  /**
   * Adds the record that was reserved last, which ends before `endOffset`; its place was
   * `nextPlace`.
   */
  commitRecord(endOffset: number): void {
    this.#builder.commitRecord(endOffset);
    const full = this.#builder.count === RECORDS_PER_FRAME;
    if (full || this.#builder.byteLength >= FRAME_BYTES_SOFT) this.#seal();
  }

  /**
   * Bytes of the record at `place`, valid until the next record is written; undefined if there is
   * none.
   */
  read(place: Place): Uint8Array | undefined {
    const sequence = frameOf(place);
    const index = indexOf(place);
    if (sequence === this.#builder.sequence) {
      return index < this.#builder.count ? this.#builder.record(index) : undefined;
    }
    const waiting =
      this.#sealed.find((frame) => frame.sequence === sequence) ??
      this.#inFlight.find((frame) => frame.sequence === sequence);
    const bytes = waiting?.bytes ?? this.#log.read(sequence);
    return bytes === undefined ? undefined : recordOf(bytes, index);
  }

  /**
   * Appends the collected records, unless an append is under way or there are none. `onDurable` is
   * called with the sequence that became durable; after a failure it is never called again.
   */
  commit(onDurable: (sequence: number) => void): boolean {
    if (this.isCommitting || this.#failed) return false;
    if (this.#builder.count > 0) this.#seal();
    if (this.#sealed.length === 0) return false;
    this.#inFlight = this.#sealed;
    this.#sealed = [];
    const startedMs = performance.now();
    this.#log.append(this.#inFlight).then(
      () => {
        const frames = this.#inFlight;
        this.#inFlight = [];
        this.#durable = this.#log.head.sequence;
        const bytes = frames.reduce((sum, frame) => sum + frame.bytes.length, 0);
        this.onCommitted({ frames: frames.length, bytes, ms: performance.now() - startedMs });
        onDurable(this.#durable);
      },
      (error: Error) => {
        this.#failed = true;
        this.#onFailure(error);
      },
    );
    return true;
  }

  #seal(): void {
    const frame = this.#builder.seal();
    this.#sealed.push(frame);
    this.#lastHash = frame.hash;
    this.#builder.open(frame.sequence + 1, this.#lastHash);
  }
}
