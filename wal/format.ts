/**
 * The bytes of a frame and of a log's header: layout, checks, views. `README.md` explains them.
 * All numbers are little endian. Decoding copies nothing: it returns views of its input.
 */
import { hash as digest } from "node:crypto";
import { crc32 } from "node:zlib";
import { invariant } from "./errors.ts";

/** "MWAL" read as bytes. */
export const FRAME_MAGIC = 0x4c41574d;
/** "MWAH" read as bytes: the header of a log, stored at key 0. */
export const LOG_MAGIC = 0x4841574d;
export const FORMAT_VERSION = 1;
export const HASH_BYTES = 32;
/** The hash before the first frame. */
export const ZERO_HASH: Uint8Array = new Uint8Array(HASH_BYTES);

/** The most records of one frame: 13 bits, so that (frame, index) fits one safe integer. */
export const FRAME_RECORDS_MAX = 8_192;
/**
 * The longest frame, bytes: far above the 64 KiB at which the shard seals; bounds a damaged length.
 */
export const FRAME_BYTES_MAX = 64 * 2 ** 20;

/** Byte offsets of the frame's header. */
export const AT = {
  magic: 0,
  version: 4,
  flags: 6,
  sequence: 8,
  count: 16,
  byteLength: 20,
  reserved: 24,
  previousHash: 32,
  records: 64,
} as const;
export const FRAME_HEADER_BYTES = AT.records;
/** The CRC-32 that ends a frame. */
export const FRAME_TRAILER_BYTES = 4;
export const TABLE_ENTRY_BYTES = 4;

/**
 * A frame ready to be appended. From the append on `bytes` belongs to the log and must not change.
 */
export type SealedFrame = {
  readonly sequence: number;
  readonly bytes: Buffer;
  /** SHA-256 of `bytes`. */
  readonly hash: Buffer;
};

/** Why bytes are not a frame; `index` names the record when one is at fault. */
export type FrameFault = { index?: number; reason: string };

/** SHA-256 of a whole frame: the link of the chain that the next frame carries. */
export function frameHash(bytes: Uint8Array): Buffer {
  return digest("sha256", bytes, "buffer");
}

/**
 * Checks conditions 1 to 9 of a valid frame (README.md), cheapest first, so that the reason names
 * the damaged region; undefined when all conditions hold. Does not check the chain, which needs the
 * previous frame.
 */
export function faultOf(bytes: Uint8Array, sequence: number): FrameFault | undefined {
  if (bytes.length < FRAME_HEADER_BYTES + TABLE_ENTRY_BYTES + FRAME_TRAILER_BYTES + 1) {
    return { reason: `length: ${bytes.length} bytes are too few for a frame` };
  }
  const view = viewOf(bytes);
  const magic = view.getUint32(AT.magic, true);
  if (magic !== FRAME_MAGIC) return { reason: `header: magic is ${hex32(magic)}` };
  const version = view.getUint16(AT.version, true);
  if (version !== FORMAT_VERSION) return { reason: `header: format version ${version} is unknown` };
  const flags = view.getUint16(AT.flags, true);
  if (flags !== 0) return { reason: `header: flags are ${flags}, not 0` };
  const said = view.getBigUint64(AT.sequence, true);
  if (said !== BigInt(sequence)) return { reason: `header: sequence is ${said}, not ${sequence}` };
  const byteLength = view.getUint32(AT.byteLength, true);
  if (byteLength !== bytes.length) {
    return { reason: `header: length is ${byteLength}, but ${bytes.length} bytes are stored` };
  }
  if (view.getBigUint64(AT.reserved, true) !== 0n) {
    return { reason: "header: reserved bytes are not 0" };
  }
  return tableFault(view, byteLength) ?? checksumFault(view, bytes);
}

/** The sequence that the header names. */
export function sequenceOf(bytes: Uint8Array): number {
  return Number(viewOf(bytes).getBigUint64(AT.sequence, true));
}

/** How many records a valid frame holds. */
export function recordCountOf(bytes: Uint8Array): number {
  return viewOf(bytes).getUint32(AT.count, true);
}

/** A view of the 32 bytes that link this frame to the one before it. */
export function previousHashOf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(AT.previousHash, AT.previousHash + HASH_BYTES);
}

/**
 * A view of record `index` of a valid frame, or undefined when it has no such record.
 * Does not check the frame: `faultOf` does.
 */
export function recordOf(bytes: Uint8Array, index: number): Uint8Array | undefined {
  const view = viewOf(bytes);
  const count = view.getUint32(AT.count, true);
  if (index < 0 || index >= count) return undefined;
  const table = tableStart(bytes.length, count);
  const at = table + index * TABLE_ENTRY_BYTES;
  const end = index + 1 < count ? view.getUint32(at + TABLE_ENTRY_BYTES, true) : table;
  return bytes.subarray(view.getUint32(at, true), end);
}

/**
 * Where record `index` of a valid frame begins, from the start of the frame; -1 when it has none.
 */
export function recordStartOf(frame: DataView, index: number): number {
  const count = frame.getUint32(AT.count, true);
  if (index < 0 || index >= count) return -1;
  const table = tableStart(frame.byteLength, count);
  return frame.getUint32(table + index * TABLE_ENTRY_BYTES, true);
}

/**
 * Where each record of a valid frame begins, from the start of the frame, and where the last ends.
 */
export function recordBoundsOf(bytes: Uint8Array): Uint32Array {
  const view = viewOf(bytes);
  const count = view.getUint32(AT.count, true);
  const table = tableStart(bytes.length, count);
  const bounds = new Uint32Array(count + 1);
  for (let index = 0; index < count; index++) {
    bounds[index] = view.getUint32(table + index * TABLE_ENTRY_BYTES, true);
  }
  bounds[count] = table;
  return bounds;
}

/** Views of all records of a valid frame, in order. */
export function* recordsOf(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  const count = recordCountOf(bytes);
  for (let index = 0; index < count; index++) yield recordOf(bytes, index) as Uint8Array;
}

/** The header of a log: 28 bytes, stored at key 0. Made once, together with the log's directory. */
export function encodeLogHeader(logId: Uint8Array): Buffer {
  invariant(logId.length === 16, "a log id has 16 bytes");
  const bytes = Buffer.alloc(28);
  bytes.writeUInt32LE(LOG_MAGIC, 0);
  bytes.writeUInt16LE(FORMAT_VERSION, 4);
  bytes.set(logId, 8);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 24)), 24);
  return bytes;
}

/** The log's id, or why the bytes are not a header that this code can read. */
export function decodeLogHeader(bytes: Uint8Array): { logId: Uint8Array } | { reason: string } {
  if (bytes.length !== 28) return { reason: `log header: ${bytes.length} bytes, not 28` };
  const view = viewOf(bytes);
  const magic = view.getUint32(0, true);
  if (magic !== LOG_MAGIC) return { reason: `log header: magic is ${hex32(magic)}` };
  if (view.getUint32(24, true) !== crc32(bytes.subarray(0, 24))) {
    return { reason: "log header: checksum does not match" };
  }
  const version = view.getUint16(4, true);
  if (version !== FORMAT_VERSION) {
    return { reason: `log header: format version ${version} is unknown` };
  }
  return { logId: new Uint8Array(bytes.subarray(8, 24)) };
}

/** Whether two byte strings are equal. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/** Where the offset table of a frame of `byteLength` bytes and `count` records begins. */
export function tableStart(byteLength: number, count: number): number {
  return byteLength - FRAME_TRAILER_BYTES - count * TABLE_ENTRY_BYTES;
}

function tableFault(view: DataView, byteLength: number): FrameFault | undefined {
  const count = view.getUint32(AT.count, true);
  if (count === 0 || count > FRAME_RECORDS_MAX) {
    return { reason: `header: record count ${count} is not 1 to ${FRAME_RECORDS_MAX}` };
  }
  const table = tableStart(byteLength, count);
  if (table < FRAME_HEADER_BYTES + count) {
    return { reason: `header: record count ${count} does not fit ${byteLength} bytes` };
  }
  if (view.getUint32(table, true) !== FRAME_HEADER_BYTES) {
    return { index: 0, reason: "offset table: the first record is not after the header" };
  }
  let previous: number = FRAME_HEADER_BYTES;
  for (let index = 1; index < count; index++) {
    const start = view.getUint32(table + index * TABLE_ENTRY_BYTES, true);
    if (start <= previous || start >= table) {
      return { index, reason: `offset table: offset ${start} is out of order` };
    }
    previous = start;
  }
  return undefined;
}

function checksumFault(view: DataView, bytes: Uint8Array): FrameFault | undefined {
  const end = bytes.length - FRAME_TRAILER_BYTES;
  const said = view.getUint32(end, true);
  const found = crc32(bytes.subarray(0, end));
  if (said === found) return undefined;
  return { reason: `checksum: stored ${hex32(said)}, computed ${hex32(found)}` };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

function hex32(value: number): string {
  return `0x${value.toString(16).padStart(8, "0")}`;
}
