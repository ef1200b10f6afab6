/**
 * Segments: old frames of a log in sealed files of their own, which `cut.ts` makes and nothing ever
 * changes. README.md gives their bytes. The log keeps the header of each in place of its frames, so
 * it knows what a segment holds, and takes no other file for it, also while the file is elsewhere.
 * A segment is opened for each read and closed again: the disk that has it can be taken away and
 * brought back under a running server.
 */
import { closeSync, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { type Database, dataFile } from "./database.ts";
import { invariant, LogDamaged, SegmentUnmounted } from "./errors.ts";
import { FORMAT_VERSION, FRAME_BYTES_MAX, HASH_BYTES, ZERO_HASH } from "./format.ts";
import { keyOf, sequenceOfKey } from "./key.ts";

/** "MWSG" read as bytes. */
export const SEGMENT_MAGIC = 0x4753574d;
export const SEGMENT_HEADER_BYTES = 116;
/** An entry of the table at a segment's end: where a frame begins, from the start of the file. */
export const SEGMENT_ENTRY_BYTES = 8;

const AT = {
  magic: 0,
  version: 4,
  flags: 6,
  logId: 8,
  first: 24,
  last: 32,
  previousHash: 40,
  hash: 72,
  byteLength: 104,
  checksum: 112,
} as const;

export type SegmentContents = {
  /** The log's id, 16 bytes. */
  logId: Uint8Array;
  first: number;
  last: number;
  /** The hash of the frame before the first, zeros before frame 1; and that of the last frame. */
  previousHash: Uint8Array;
  hash: Uint8Array;
  /** The length of the file. */
  byteLength: number;
};
export type Segment = SegmentContents & { header: Uint8Array };

export function encodeSegmentHeader(contents: SegmentContents): Buffer {
  const { logId, first, last, previousHash, hash, byteLength } = contents;
  invariant(first >= 1 && last >= first, "a segment has a frame");
  const bytes = Buffer.alloc(SEGMENT_HEADER_BYTES);
  bytes.writeUInt32LE(SEGMENT_MAGIC, AT.magic);
  bytes.writeUInt16LE(FORMAT_VERSION, AT.version);
  bytes.set(logId, AT.logId);
  bytes.writeBigUInt64LE(BigInt(first), AT.first);
  bytes.writeBigUInt64LE(BigInt(last), AT.last);
  bytes.set(previousHash, AT.previousHash);
  bytes.set(hash, AT.hash);
  bytes.writeBigUInt64LE(BigInt(byteLength), AT.byteLength);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, AT.checksum)), AT.checksum);
  return bytes;
}

/** What a header says, or why the bytes are not one that this code can read. */
export function decodeSegmentHeader(bytes: Uint8Array): Segment | { reason: string } {
  const header = Buffer.from(bytes);
  if (header.length !== SEGMENT_HEADER_BYTES) {
    return { reason: `segment header: ${header.length} bytes, not ${SEGMENT_HEADER_BYTES}` };
  }
  if (header.readUInt32LE(AT.magic) !== SEGMENT_MAGIC) {
    return { reason: "segment header: magic is another" };
  }
  if (header.readUInt32LE(AT.checksum) !== crc32(header.subarray(0, AT.checksum))) {
    return { reason: "segment header: checksum does not match" };
  }
  const version = header.readUInt16LE(AT.version);
  if (version !== FORMAT_VERSION || header.readUInt16LE(AT.flags) !== 0) {
    return { reason: `segment header: format version ${version} or its flags are unknown` };
  }
  return {
    header,
    logId: header.subarray(AT.logId, AT.first),
    first: Number(header.readBigUInt64LE(AT.first)),
    last: Number(header.readBigUInt64LE(AT.last)),
    previousHash: header.subarray(AT.previousHash, AT.previousHash + HASH_BYTES),
    hash: header.subarray(AT.hash, AT.hash + HASH_BYTES),
    byteLength: Number(header.readBigUInt64LE(AT.byteLength)),
  };
}

/** The folder of a log's segments; it, or a file in it, may be a link to another disk. */
export function segmentsPath(logPath: string): string {
  return join(logPath, "segments");
}

/** The name has a part of the log's id, so that segments of several logs may share a folder. */
export function segmentName({
  first,
  last,
  logId,
}: Pick<SegmentContents, "first" | "last" | "logId">): string {
  const digits = (sequence: number) => String(sequence).padStart(12, "0");
  return `${digits(first)}-${digits(last)}-${shortId(logId)}.segment`;
}

/** The first 8 bytes of a log's id, in hexadecimal. */
export function shortId(logId: Uint8Array): string {
  return Buffer.from(logId).toString("hex", 0, 8);
}

/**
 * The segments that a log's database names. Throws `LogDamaged` when they do not follow one another
 * from frame 1 on.
 */
export function segmentsOf(database: Database, path: string, logId: Uint8Array): Segments {
  const all = [...headersOf(database)];
  let last = 0;
  let previousHash: Uint8Array = ZERO_HASH;
  for (const segment of all) {
    const follows =
      segment.first === last + 1 &&
      Buffer.compare(segment.previousHash, previousHash) === 0 &&
      Buffer.compare(segment.logId, logId) === 0;
    if (!follows) {
      const reason = `segment ${segmentName(segment)} does not follow frame ${last} of this log`;
      throw new LogDamaged({ sequence: last + 1, reason });
    }
    last = segment.last;
    previousHash = segment.hash;
  }
  return new Segments(all, path);
}

/** How the frames of segments are found. */
export class Segments {
  readonly all: readonly Segment[];
  /** The last frame that is in a segment; 0 when none is. */
  readonly last: number;
  readonly #path: string;

  /** Segments that follow one another. `path`: the log's directory. */
  constructor(all: readonly Segment[], path: string) {
    this.all = all;
    this.last = all.at(-1)?.last ?? 0;
    this.#path = path;
  }

  /** The hash of a frame that is the last of a segment, without its file; undefined for others. */
  hashOf(sequence: number): Uint8Array | undefined {
    const segment = sequence > this.last ? undefined : this.#segmentOf(sequence);
    return segment?.last === sequence ? segment.hash : undefined;
  }

  /**
   * A copy of a frame up to `last`, not checked. Throws `SegmentUnmounted` when the file cannot be
   * read, and `LogDamaged` when it is not the one that was made.
   */
  read(sequence: number): Uint8Array {
    const segment = this.#segmentOf(sequence);
    const name = segmentName(segment);
    let file: number | undefined;
    try {
      file = openSync(join(segmentsPath(this.#path), name), "r");
      return readFrame(file, segment, sequence);
    } catch (cause) {
      if (!(cause instanceof Error && "code" in cause)) throw cause;
      // Another process reads through links, of which the operator knows nothing.
      const own = dirname(realpathSync(dataFile(this.#path)));
      const path = join(segmentsPath(own), name);
      throw new SegmentUnmounted({ sequence, ...segment, segment: name, path }, cause);
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  #segmentOf(sequence: number): Segment {
    let low = 0;
    let high = this.all.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.all[middle] as Segment).last < sequence) low = middle + 1;
      else high = middle;
    }
    return this.all[low] as Segment;
  }
}

/** The headers that stand before the first frame, each under the key of its last frame. */
function* headersOf(database: Database): Generator<Segment> {
  for (const { key, value } of database.getRange({ start: Buffer.from(keyOf(1)) })) {
    if (value.length < 4 || Buffer.from(value).readUInt32LE(0) !== SEGMENT_MAGIC) return;
    const sequence = sequenceOfKey(key);
    const segment = decodeSegmentHeader(value);
    if ("reason" in segment) throw new LogDamaged({ sequence, reason: segment.reason });
    if (segment.last !== sequence) {
      const reason = `segment ${segmentName(segment)} stands under another key`;
      throw new LogDamaged({ sequence, reason });
    }
    yield segment;
  }
}

function readFrame(file: number, segment: Segment, sequence: number): Uint8Array {
  const name = segmentName(segment);
  const damaged = (what: string) =>
    new LogDamaged({ sequence, reason: `segment ${name}: ${what}` });
  const { size } = fstatSync(file);
  if (size !== segment.byteLength) throw damaged(`${size} bytes, not ${segment.byteLength}`);
  const header = readAt(file, 0, SEGMENT_HEADER_BYTES);
  if (Buffer.compare(header, segment.header) !== 0) throw damaged("its header is another");
  const frames = segment.last - segment.first + 1;
  const table = size - (frames + 1) * SEGMENT_ENTRY_BYTES;
  const entry = table + (sequence - segment.first) * SEGMENT_ENTRY_BYTES;
  const bounds = readAt(file, entry, 2 * SEGMENT_ENTRY_BYTES);
  const begin = Number(bounds.readBigUInt64LE(0));
  const end = Number(bounds.readBigUInt64LE(SEGMENT_ENTRY_BYTES));
  const isSound =
    begin >= SEGMENT_HEADER_BYTES && begin < end && end <= table && end - begin <= FRAME_BYTES_MAX;
  if (!isSound) throw damaged(`its table says that the frame is at ${begin} to ${end}`);
  return readAt(file, begin, end - begin);
}

/** Bytes of a file, whose length was checked. */
function readAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const read = readSync(file, bytes, done, length - done, at + done);
    if (read === 0) throw Object.assign(new Error("the file became shorter"), { code: "EIO" });
    done += read;
  }
  return bytes;
}
