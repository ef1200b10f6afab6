/**
 * The durable ordered log: frames 1, 2, 3, … in one LMDB database, each with the hash of the
 * frame before.
 *
 * Guarantees: `append` resolves only when all its frames are on disk; the frames of one append are
 * all there after a crash, or none is; a frame at any sequence never changes; a writer that is
 * behind is refused before anything is written, also when the other writer is another process.
 * Old frames may be in segments (`segment.ts`): they are read in the same way, while their files are
 * mounted, and else throw `SegmentUnmounted`.
 * Does not: keep two writers alive (a refused one must stop), retry a sync, delete, or compress.
 */
import { randomBytes } from "node:crypto";
import { type Database, openDatabase, type RangeOptions, truncationOf } from "./database.ts";
import { LogAppendError, LogDamaged } from "./errors.ts";
import {
  decodeLogHeader,
  encodeLogHeader,
  equalBytes,
  faultOf,
  frameHash,
  previousHashOf,
  type SealedFrame,
  sequenceOf,
  ZERO_HASH,
} from "./format.ts";
import { HEADER_KEY, keyOf, sequenceOfKey } from "./key.ts";
import { type Segments, segmentsOf } from "./segment.ts";
import { type HasRoom, SpaceAhead } from "./space_ahead.ts";

/** An append that has not settled after this many milliseconds has an unknown outcome. */
export const APPEND_TIMEOUT_MS = 5_000;

/** The last durable frame; sequence 0 and 32 zero bytes when there is none. */
export type LogHead = { readonly sequence: number; readonly hash: Uint8Array };
export type LogFrame = { readonly sequence: number; readonly bytes: Uint8Array };
export type LogTimes = {
  appendTimeoutMs?: number;
  /** Calls `run` once, `ms` from now, unless the returned function is called before. */
  after?: (ms: number, run: () => void) => () => void;
};
/**
 * `path`: the directory of the log; made when missing. `hasRoomAhead`: asked before zeros are written
 * ahead of the log's pages (`space_ahead.ts`); where it is absent, none are.
 */
export type LogOptions = LogTimes & { path: string; hasRoomAhead?: HasRoom };

/** The log as a shard uses it, local or replicated: a frame names the sequence that it must get. */
export interface Log {
  /** 16 random bytes, made with the log. */
  readonly id: Uint8Array;
  readonly head: LogHead;
  /**
   * Makes the frames of one group commit durable, in one transaction. They continue `head`.
   * Rejects with `LogAppendError`; after `unknown` every later append is refused.
   * Only one append may be under way: a second one is refused, because it could otherwise become
   * durable although the first one fails.
   */
  append(frames: readonly SealedFrame[]): Promise<"durable">;
  /** A copy of a frame, checked; undefined when none is at `sequence`. Throws `LogDamaged`. */
  read(sequence: number): Uint8Array | undefined;
  /**
   * All frames from `fromSequence` to `head`. Each frame is checked, and its link to the frame
   * before (also the link of the first frame). Throws `LogDamaged` at the first frame that is not
   * what was appended.
   */
  frames(fromSequence: number): Iterable<LogFrame>;
  close(): Promise<void>;
}

/** Opens or makes a log, and checks its header and its last frame. Throws `LogDamaged`. */
export async function openLog(options: LogOptions): Promise<Log> {
  const truncation = truncationOf("log", options.path);
  if (truncation !== undefined) throw new LogDamaged({ sequence: 0, reason: truncation });
  return await logOver(openDatabase("log", options.path), options);
}

/**
 * Opens the log in a database that is already open; closes the database when it throws. `path`: the
 * log's directory, where its segments are.
 */
export async function logOver(
  database: Database,
  {
    appendTimeoutMs = APPEND_TIMEOUT_MS,
    after = unreferencedTimer,
    path = "",
    hasRoomAhead,
  }: Partial<LogOptions> = {},
): Promise<Log> {
  try {
    const isNew = lastKeyOf(database) === NO_KEY && database.getStats().entryCount === 0;
    if (isNew) await database.put(HEADER_KEY, encodeLogHeader(randomBytes(16)));
    const id = logIdOf(database);
    const segments = segmentsOf(database, path, id);
    const head = headOf(database, segments);
    const ahead = hasRoomAhead && new SpaceAhead(path, hasRoomAhead);
    return new LmdbLog({ database, id, segments, head, ahead, times: { appendTimeoutMs, after } });
  } catch (cause) {
    await database.close();
    throw cause;
  }
}

/** The id in the header at key 0. Throws `LogDamaged` when it is missing or unreadable. */
export function logIdOf(database: Database): Uint8Array {
  database.resetReadTxn();
  const bytes = database.getBinary(HEADER_KEY);
  if (bytes === undefined) throw new LogDamaged({ sequence: 0, reason: "log header: missing" });
  const header = decodeLogHeader(bytes);
  if ("reason" in header) throw new LogDamaged({ sequence: 0, reason: header.reason });
  return header.logId;
}

/**
 * The last frame's sequence; 0 when there is no frame. Keys are 0, one for each segment, and the
 * frames after the last segment without a gap, so LMDB's count of entries tells the last sequence
 * too. Throws `LogDamaged`, naming the first missing frame, when the two differ: where a page of the
 * tree is lost, or an older page is read in its place, the log would look shorter than it is.
 */
export function headSequenceOf(database: Database, segments: Segments): number {
  const last = lastKeyOf(database);
  const counted = database.getStats().entryCount - 1 - segments.all.length + segments.last;
  if (last === counted) return last;
  for (let sequence = segments.last; sequence < last; sequence++) {
    if (database.getBinaryFast(keyOf(sequence)) !== undefined) continue;
    throw new LogDamaged({ sequence, reason: "the frame is missing" });
  }
  const reason = `the last frame to be found is ${last}, but LMDB counts ${counted} of them`;
  throw new LogDamaged({ sequence: last + 1, reason });
}

/** What `lastKeyOf` returns for an empty database. */
const NO_KEY = -1;

function lastKeyOf(database: Database): number {
  const options: RangeOptions = { reverse: true, limit: 1 };
  for (const { key } of database.getRange(options)) {
    const sequence = sequenceOfKey(key);
    if (Number.isSafeInteger(sequence)) return sequence;
    const reason = `key ${Buffer.from(key).toString("hex")} is not a sequence`;
    throw new LogDamaged({ sequence: 0, reason });
  }
  return NO_KEY;
}

/**
 * Frames `from` to `to`, checked as in `Log.frames`. The bytes that it yields are those that
 * `readFrame` returned, and are valid as long as those are. `hashOf`: the hash of a frame that need
 * not be read for it, because it is the last of a segment.
 */
export function* walk(
  readFrame: (sequence: number) => Uint8Array | undefined,
  from: number,
  to: number,
  hashOf?: (sequence: number) => Uint8Array | undefined,
): Generator<LogFrame & { hash: Buffer }, void, undefined> {
  let previous = ZERO_HASH;
  if (from > 1) previous = hashOf?.(from - 1) ?? frameHash(checked(readFrame, from - 1));
  for (let sequence = from; sequence <= to; sequence++) {
    const bytes = checked(readFrame, sequence);
    if (!equalBytes(previousHashOf(bytes), previous)) {
      const reason = "chain: the hash of the frame before it is another";
      throw new LogDamaged({ sequence, reason });
    }
    const hash = frameHash(bytes);
    yield { sequence, bytes, hash };
    previous = hash;
  }
}

type LogParts = {
  database: Database;
  id: Uint8Array;
  segments: Segments;
  head: LogHead;
  ahead: SpaceAhead | undefined;
  times: Required<LogTimes>;
};

class LmdbLog implements Log {
  readonly id: Uint8Array;
  readonly #database: Database;
  readonly #segments: Segments;
  readonly #ahead: SpaceAhead | undefined;
  readonly #times: Required<LogTimes>;
  #head: LogHead;
  #isAppending = false;
  #failure: Error | undefined;
  #isClosed = false;

  constructor(parts: LogParts) {
    this.#database = parts.database;
    this.id = parts.id;
    this.#segments = parts.segments;
    this.#head = parts.head;
    this.#ahead = parts.ahead;
    this.#times = parts.times;
  }

  get head(): LogHead {
    return this.#head;
  }

  async append(frames: readonly SealedFrame[]): Promise<"durable"> {
    const refusal = this.#refusalOf(frames);
    if (refusal !== undefined) {
      throw new LogAppendError("refused", refusal, { cause: this.#failure });
    }
    const last = frames[frames.length - 1] as SealedFrame;
    this.#isAppending = true;
    let outcome: "durable" | "overtaken";
    try {
      outcome = await this.#settledInTime(this.#write(frames));
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#failure = error;
      throw new LogAppendError("unknown", error.message, { cause: error });
    } finally {
      this.#isAppending = false;
    }
    if (outcome === "overtaken") {
      const reason = `frame ${this.#head.sequence + 1} was appended by another writer`;
      this.#failure = new Error(reason);
      throw new LogAppendError("refused", reason);
    }
    this.#head = { sequence: last.sequence, hash: last.hash };
    this.#ahead?.appended(frames.reduce((sum, { bytes }) => sum + bytes.length, 0));
    return "durable";
  }

  read(sequence: number): Uint8Array | undefined {
    if (sequence < 1 || sequence > this.#head.sequence) return undefined;
    return checked((at) => this.#bytesAt(at), sequence);
  }

  frames(fromSequence: number): Iterable<LogFrame> {
    const hashOf = (sequence: number) => this.#segments.hashOf(sequence);
    return walk((at) => this.#bytesAt(at), fromSequence, this.#head.sequence, hashOf);
  }

  #bytesAt(sequence: number): Uint8Array | undefined {
    if (sequence <= this.#segments.last) return this.#segments.read(sequence);
    return this.#database.getBinary(keyOf(sequence));
  }

  /** Waits for an append under way, but not for a failed append: lmdb may never settle that one. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const closed = Promise.all([this.#database.close(), this.#ahead?.close()]);
    if (this.#failure === undefined) await closed;
    else closed.catch(() => undefined);
  }

  #refusalOf(frames: readonly SealedFrame[]): string | undefined {
    if (this.#isClosed) return "the log is closed";
    if (this.#failure !== undefined) return `an append failed before: ${this.#failure.message}`;
    if (this.#isAppending) return "another append is under way";
    if (frames.length === 0) return "there is no frame";
    let { sequence, hash } = this.#head;
    for (const frame of frames) {
      sequence++;
      if (frame.sequence !== sequence || sequenceOf(frame.bytes) !== sequence) {
        return `frame ${frame.sequence} does not follow frame ${sequence - 1}`;
      }
      if (!equalBytes(previousHashOf(frame.bytes), hash)) {
        return `frame ${sequence} does not carry the hash of frame ${sequence - 1}`;
      }
      hash = frame.hash;
    }
    return undefined;
  }

  /**
   * Puts all frames in one transaction, if no frame has the first sequence yet. The condition is
   * checked inside the transaction, so two writers never both pass it, and a writer that does not
   * pass it writes nothing.
   */
  async #write(frames: readonly SealedFrame[]): Promise<"durable" | "overtaken"> {
    const puts: Promise<boolean>[] = [];
    const first = keyOf((frames[0] as SealedFrame).sequence);
    const isNew = this.#database.ifNoExists(first, () => {
      for (const frame of frames) {
        puts.push(this.#database.put(keyOf(frame.sequence), frame.bytes, { append: true }));
      }
    });
    const results = await Promise.all([isNew, ...puts]).catch(asCommitError);
    if (results[0] === false && results.every((result) => result === false)) return "overtaken";
    if (results.some((result) => result !== true)) {
      throw new Error(`lmdb answered ${results.join(", ")} where it should say true`);
    }
    return "durable";
  }

  #settledInTime<T>(settled: Promise<T>): Promise<T> {
    const { appendTimeoutMs, after } = this.#times;
    return new Promise((resolve, reject) => {
      const callOff = after(appendTimeoutMs, () => {
        reject(new Error(`no answer from the disk within ${appendTimeoutMs} ms`));
      });
      settled.then(resolve, reject).finally(callOff);
    });
  }
}

/** The parts in which a time is waited for. */
const WAIT_PARTS = 10;

/**
 * A timer that does not keep the process alive; returns the function that cancels it. Waits in parts,
 * so that a time for which the process was stopped (a machine that is moved, a debugger) counts as
 * one of them: it says nothing of the disk.
 */
function unreferencedTimer(ms: number, run: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (parts: number) => {
    timer = setTimeout(() => (parts > 1 ? wait(parts - 1) : run()), ms / WAIT_PARTS);
    timer.unref();
  };
  wait(WAIT_PARTS);
  return () => clearTimeout(timer);
}

/** lmdb-js rejects with a wrapper whose `commitError` is a promise that rejects with the cause. */
async function asCommitError(error: unknown): Promise<never> {
  const wrapper = error as { commitError?: Promise<never> };
  if (wrapper.commitError !== undefined) await wrapper.commitError;
  throw error;
}

function headOf(database: Database, segments: Segments): LogHead {
  const last = headSequenceOf(database, segments);
  if (last === 0) return { sequence: 0, hash: ZERO_HASH };
  const bytes = checked((sequence) => database.getBinary(keyOf(sequence)), last);
  return { sequence: last, hash: frameHash(bytes) };
}

function checked(
  readFrame: (sequence: number) => Uint8Array | undefined,
  sequence: number,
): Uint8Array {
  const bytes = readFrame(sequence);
  if (bytes === undefined) throw new LogDamaged({ sequence, reason: "the frame is missing" });
  const fault = faultOf(bytes, sequence);
  if (fault !== undefined) throw new LogDamaged({ sequence, ...fault });
  return bytes;
}
