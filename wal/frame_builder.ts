/**
 * Builds one frame at a time. The caller writes each record in place, in the builder's buffer;
 * `seal` copies the frame once into a fresh buffer, because the log keeps it until it is durable
 * (`put` of lmdb does not copy its value) while the builder's buffer is used again.
 */
import { crc32 } from "node:zlib";
import { invariant } from "./errors.ts";
import {
  AT,
  FORMAT_VERSION,
  FRAME_BYTES_MAX,
  FRAME_HEADER_BYTES,
  FRAME_MAGIC,
  FRAME_RECORDS_MAX,
  FRAME_TRAILER_BYTES,
  frameHash,
  HASH_BYTES,
  type SealedFrame,
  TABLE_ENTRY_BYTES,
  tableStart,
} from "./format.ts";

const FIRST_BYTES = 64 * 1_024;

/** Where a record may be written: from `offset` of `buffer`, at most the bytes asked for. */
export type Reservation = { buffer: Buffer; offset: number };

/** Call order: `open`, then `reserve` and `commitRecord` for each record, then `seal`. */
export class FrameBuilder {
  #buffer: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  readonly #starts = new Uint32Array(FRAME_RECORDS_MAX);
  readonly #previousHash = Buffer.alloc(HASH_BYTES);
  readonly #reservation: Reservation = { buffer: this.#buffer, offset: FRAME_HEADER_BYTES };
  #sequence = 0;
  #count = 0;
  #end: number = FRAME_HEADER_BYTES;
  #reservedEnd = 0;
  #isOpen = false;

  /**
   * Begins frame `sequence`, which follows the frame of `previousHash`. Forgets the frame before.
   */
  open(sequence: number, previousHash: Uint8Array): void {
    invariant(Number.isSafeInteger(sequence) && sequence >= 1, "frames are numbered from 1");
    invariant(previousHash.length === HASH_BYTES, "a frame hash has 32 bytes");
    this.#previousHash.set(previousHash);
    this.#sequence = sequence;
    this.#count = 0;
    this.#end = FRAME_HEADER_BYTES;
    this.#reservedEnd = 0;
    this.#isOpen = true;
  }

  /**
   * Room for the next record. Every call returns the same object, whose `buffer` may be another
   * buffer after each call: read both fields, write, commit. A reservation that is not committed
   * leaves no trace.
   */
  reserve(bytesMax: number): Reservation {
    invariant(this.#isOpen, "records go into an open frame");
    invariant(this.#count < FRAME_RECORDS_MAX, `a frame has at most ${FRAME_RECORDS_MAX} records`);
    const end = this.#end + bytesMax;
    invariant(
      end + (this.#count + 1) * TABLE_ENTRY_BYTES + FRAME_TRAILER_BYTES <= FRAME_BYTES_MAX,
      `a frame has at most ${FRAME_BYTES_MAX} bytes`,
    );
    if (end > this.#buffer.length) this.#grow(end);
    this.#reservedEnd = end;
    this.#reservation.buffer = this.#buffer;
    this.#reservation.offset = this.#end;
    return this.#reservation;
  }

  /** The reserved record ends before `endOffset` of the buffer. Returns its index in the frame. */
  commitRecord(endOffset: number): number {
    invariant(endOffset > this.#end, "a record has at least one byte");
    invariant(endOffset <= this.#reservedEnd, "a record stays within its reservation");
    const index = this.#count++;
    this.#starts[index] = this.#end;
    this.#end = endOffset;
    this.#reservedEnd = 0;
    return index;
  }

  get sequence(): number {
    return this.#sequence;
  }

  get count(): number {
    return this.#count;
  }

  /** Bytes that the frame would have if it were sealed now. */
  get byteLength(): number {
    return this.#end + this.#count * TABLE_ENTRY_BYTES + FRAME_TRAILER_BYTES;
  }

  /**
   * A view of the record at `index`, before and after `seal`, valid until the next `open` or
   * `reserve`. Throws when no record at `index` was added.
   */
  record(index: number): Uint8Array {
    invariant(index >= 0 && index < this.#count, "the record was added to this frame");
    const end = index + 1 < this.#count ? (this.#starts[index + 1] as number) : this.#end;
    return this.#buffer.subarray(this.#starts[index] as number, end);
  }

  /** The finished frame in a buffer of its own. The builder takes no more records until `open`. */
  seal(): SealedFrame {
    invariant(this.#isOpen && this.#count > 0, "a frame is sealed once, with a record in it");
    this.#isOpen = false;
    const byteLength = this.byteLength;
    const bytes = Buffer.allocUnsafeSlow(byteLength);
    bytes.writeUInt32LE(FRAME_MAGIC, AT.magic);
    bytes.writeUInt16LE(FORMAT_VERSION, AT.version);
    bytes.writeUInt16LE(0, AT.flags);
    bytes.writeBigUInt64LE(BigInt(this.#sequence), AT.sequence);
    bytes.writeUInt32LE(this.#count, AT.count);
    bytes.writeUInt32LE(byteLength, AT.byteLength);
    bytes.writeBigUInt64LE(0n, AT.reserved);
    bytes.set(this.#previousHash, AT.previousHash);
    this.#buffer.copy(bytes, FRAME_HEADER_BYTES, FRAME_HEADER_BYTES, this.#end);
    let at = tableStart(byteLength, this.#count);
    for (let index = 0; index < this.#count; index++) {
      at = bytes.writeUInt32LE(this.#starts[index] as number, at);
    }
    bytes.writeUInt32LE(crc32(bytes.subarray(0, at)), at);
    return { sequence: this.#sequence, bytes, hash: frameHash(bytes) };
  }

  #grow(bytes: number): void {
    const next = Buffer.allocUnsafeSlow(Math.max(bytes, this.#buffer.length * 2));
    this.#buffer.copy(next, 0, 0, this.#end);
    this.#buffer = next;
  }
}
