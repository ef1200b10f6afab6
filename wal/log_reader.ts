/**
 * Reads a log while its writer runs, from any other thread, without a message to the writer; from
 * another process only in the way of `beside.ts`.
 * A reader sees what was durable at the beginning of the event-loop turn, or at the last `refresh`.
 */
import { type Database, openDatabaseReader, truncationOf } from "./database.ts";
import { LogDamaged } from "./errors.ts";
import { faultOf } from "./format.ts";
import { keyOf } from "./key.ts";
import { headSequenceOf, logIdOf } from "./log.ts";
import { type Segments, segmentsOf } from "./segment.ts";

export interface LogReader {
  /** 16 random bytes, made with the log. */
  readonly id: Uint8Array;
  /**
   * A copy of a frame; undefined when no such frame is visible. This reader checks a frame when it
   * reads it for the first time, and throws `LogDamaged`. `Log.frames` and `verify` check the
   * chain. Throws `SegmentUnmounted` for a frame whose segment is not mounted.
   */
  read(sequence: number): Uint8Array | undefined;
  /**
   * The frame as `read` gives it, without an allocation of its size: a view that the next read of any log or state
   * handle of this thread overwrites. The fast path for one record of a frame.
   */
  readView(sequence: number): Uint8Array | undefined;
  /** The hash of a frame that is the last of a segment, without its file; undefined for others. */
  hashOf(sequence: number): Uint8Array | undefined;
  /** The last frame that is in a segment; 0 when none is. */
  readonly lastInSegments: number;
  /** The last visible frame; 0 when there is none. Throws `LogDamaged` as `openLog` does. */
  headSequence(): number;
  /** Makes every frame visible whose append has resolved, in any thread. */
  refresh(): void;
  close(): Promise<void>;
}

/** Opens a log with or without a running writer. Throws when there is no log at `path`. */
export function openLogReader(path: string): LogReader {
  const truncation = truncationOf("log", path);
  if (truncation !== undefined) throw new LogDamaged({ sequence: 0, reason: truncation });
  return logReaderOver(openDatabaseReader(path), path);
}

/**
 * A reader over a database that is already open; closes the database when it throws. `path`: the
 * log's directory, where its segments are.
 */
export function logReaderOver(database: Database, path = ""): LogReader {
  let id: Uint8Array;
  let segments: Segments;
  try {
    id = logIdOf(database);
    segments = segmentsOf(database, path, id);
  } catch (cause) {
    database.close().catch(() => undefined);
    throw cause;
  }
  const checked = new SequenceSet();
  const viewAt = (sequence: number): Uint8Array | undefined => {
    if (sequence <= segments.last) return segments.read(sequence);
    const reused = database.getBinaryFast(keyOf(sequence));
    if (reused === undefined) return undefined;
    return new Uint8Array(reused.buffer, reused.byteOffset, database.lastSize);
  };
  const readView = (sequence: number): Uint8Array | undefined => {
    if (sequence < 1) return undefined;
    const view = viewAt(sequence);
    if (view === undefined) return undefined;
    // A segment's file may be another one the next time.
    const isInSegment = sequence <= segments.last;
    if (isInSegment || !checked.has(sequence)) {
      const fault = faultOf(view, sequence);
      if (fault !== undefined) throw new LogDamaged({ sequence, ...fault });
      if (!isInSegment) checked.add(sequence);
    }
    return view;
  };
  return {
    id,
    readView,
    read(sequence) {
      const view = readView(sequence);
      return view === undefined ? undefined : new Uint8Array(view);
    },
    hashOf: (sequence) => segments.hashOf(sequence),
    lastInSegments: segments.last,
    headSequence: () => headSequenceOf(database, segments),
    refresh: () => database.resetReadTxn(),
    close: () => database.close(),
  };
}

const CHUNK_SEQUENCES = 8_192;

/**
 * A set of sequences, one bit each: the frames that were checked. A frame never changes, so its
 * checksum (7 of 8 µs of reading 20 KB, measured on 2 cores without SHA extensions) is computed
 * once.
 */
class SequenceSet {
  readonly #chunks = new Map<number, Uint8Array>();

  has(sequence: number): boolean {
    const chunk = this.#chunks.get(Math.floor(sequence / CHUNK_SEQUENCES));
    if (chunk === undefined) return false;
    const bit = sequence % CHUNK_SEQUENCES;
    return ((chunk[bit >> 3] as number) & (1 << (bit & 7))) !== 0;
  }

  add(sequence: number): void {
    const number = Math.floor(sequence / CHUNK_SEQUENCES);
    let chunk = this.#chunks.get(number);
    if (chunk === undefined) {
      chunk = new Uint8Array(CHUNK_SEQUENCES >> 3);
      this.#chunks.set(number, chunk);
    }
    const bit = sequence % CHUNK_SEQUENCES;
    chunk[bit >> 3] = (chunk[bit >> 3] as number) | (1 << (bit & 7));
  }
}
