/**
 * Checks the frames of a log in several threads, beside whoever goes on with those that are found
 * sound: a range of frames at a time, each with its link to the frame before. The lowest damage is
 * the damage that one walk over the log finds (`wal/verify.ts`), and no frame from it on is confirmed.
 */
import { availableParallelism } from "node:os";
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from "node:worker_threads";
import { LogDamaged } from "../../wal/errors.ts";
import { type LogReader, openLogReader } from "../../wal/log_reader.ts";
import {
  addRange,
  damageOf,
  emptyReport,
  endOf,
  type FrameRange,
  type LogReport,
  type RangeReport,
  verifyRange,
} from "../../wal/verify.ts";
import { threadCodeOf } from "../program.ts";

/** Frames of a range: up to 32 MiB of frames as a busy shard seals them, 40 ms of checking. */
export const RANGE_FRAMES = 512;
/** More threads than this check faster than a disk reads. */
const THREADS_MAX = 8;
/** A log of fewer ranges is checked before another thread has loaded, in some 0.5 s. */
const THREADED_RANGES = 32;

/** What a thread works on: ranges are taken in order, by `shared[NEXT]`. */
export type FrameCheckData = {
  path: string;
  headSequence: number;
  rangeFrames: number;
  port: MessagePort;
  /** `NEXT` and, from `FIRST` on, what became of each range; shared by all threads. */
  shared: Int32Array<SharedArrayBuffer>;
};
export type RangeTold = { range: number; report: RangeReport } | { failed: string };

export const NEXT = 0;
export const FIRST = 1;
/** Of a range: a thread has told its report, or that it failed. */
export const TOLD = 1;

export type FrameCheckOptions = {
  headSequence: number;
  /** Threads, the caller's own among them; when absent as many as there are cores, one if short. */
  threads?: number;
  rangeFrames?: number;
  /** False in tests: this thread only waits, so that the others, at least one, check everything. */
  helps?: boolean;
};

/** The frames of a range, from 0. */
export function rangeAt(
  range: number,
  { headSequence, rangeFrames }: { headSequence: number; rangeFrames: number },
): FrameRange {
  const from = 1 + range * rangeFrames;
  return { from, to: Math.min(headSequence, from + rangeFrames - 1) };
}

/** Takes the next range that nobody has taken; undefined when there is none. */
export function takeRange(shared: Int32Array<SharedArrayBuffer>): number | undefined {
  const range = Atomics.add(shared, NEXT, 1);
  return range < shared.length - FIRST ? range : undefined;
}

type Thread = { port: MessagePort; ended: Promise<unknown> };
type Parts = Omit<FrameCheckData, "port">;

/** A check of frames 1 to `headSequence` of the log at `path`, which begins at once. */
export class FrameCheck {
  readonly #parts: Parts;
  readonly #reader: LogReader;
  readonly #threads: readonly Thread[];
  /** Reports of ranges that wait for those before them. */
  readonly #told = new Map<number, RangeReport>();
  readonly #report = emptyReport(0);
  readonly #helps: boolean;
  /** Ranges that are part of `#report`. */
  #joined = 0;

  constructor(
    path: string,
    { headSequence, threads, rangeFrames = RANGE_FRAMES, helps = true }: FrameCheckOptions,
  ) {
    const ranges = Math.ceil(headSequence / rangeFrames);
    const wanted = threads ?? (ranges < THREADED_RANGES ? 1 : availableParallelism());
    const shared = new Int32Array(new SharedArrayBuffer(4 * (FIRST + ranges)));
    this.#parts = { path, headSequence, rangeFrames, shared };
    this.#helps = helps;
    this.#reader = openLogReader(path);
    const others = Math.max(0, Math.min(wanted, THREADS_MAX, ranges) - 1);
    this.#threads = Array.from({ length: others }, () => startThread(this.#parts));
  }

  /**
   * Returns when the frames up to `sequence` are sound. Blocks this thread, which checks ranges too
   * meanwhile, so it can be called between two frames of a walk. Throws `LogDamaged` where one of
   * them is damaged.
   */
  confirm(sequence: number): void {
    while (this.#report.headSequence < sequence && this.#report.damage === undefined) this.#join();
    const { damage } = this.#report;
    if (damage !== undefined && damage.sequence <= sequence) throw new LogDamaged(damage);
  }

  /** Everything that was found, up to the first damage; blocks this thread as `confirm` does. */
  report(): RangeReport {
    const ranges = this.#parts.shared.length - FIRST;
    while (this.#joined < ranges && this.#report.damage === undefined) this.#join();
    return { ...this.#report };
  }

  /**
   * Ends the threads; one that checks a range ends after it. A thread is not terminated: in the middle
   * of a call into LMDB that would end the process.
   */
  async close(): Promise<void> {
    const { shared } = this.#parts;
    Atomics.store(shared, NEXT, shared.length);
    for (const { port } of this.#threads) port.close();
    await Promise.all(this.#threads.map(({ ended }) => ended));
    await this.#reader.close();
  }

  /** Adds the next range to the report. Until it is told, this thread checks others itself. */
  #join(): void {
    const { shared } = this.#parts;
    const awaited = this.#joined;
    while (!this.#told.has(awaited)) {
      if (Atomics.load(shared, FIRST + awaited) === TOLD) this.#receive();
      else {
        const range = this.#helps ? takeRange(shared) : undefined;
        if (range === undefined) Atomics.wait(shared, FIRST + awaited, 0);
        else this.#told.set(range, verifyRange(this.#reader, rangeAt(range, this.#parts)));
      }
    }
    addRange(this.#report, this.#told.get(awaited) as RangeReport);
    this.#told.delete(awaited);
    this.#joined++;
  }

  #receive(): void {
    for (const { port } of this.#threads) {
      for (;;) {
        const received = receiveMessageOnPort(port) as { message: RangeTold } | undefined;
        if (received === undefined) break;
        const { message } = received;
        if ("failed" in message) throw new Error(message.failed);
        this.#told.set(message.range, message.report);
      }
    }
  }
}

function startThread(parts: Parts): Thread {
  const { port1: port, port2 } = new MessageChannel();
  const code = threadCodeOf(new URL("./frame_check_thread.ts", import.meta.url));
  const workerData: FrameCheckData = { ...parts, port: port2 };
  const worker = new Worker(code, { eval: true, workerData, transferList: [port2] });
  return { port, ended: new Promise((resolve) => worker.once("exit", resolve)) };
}

/** What `verifyLog` says of a log, by several threads; blocks this one. */
export async function verifyLogInParallel(
  path: string,
  options: Omit<FrameCheckOptions, "headSequence"> = {},
): Promise<LogReport> {
  let logId = "";
  let check: FrameCheck | undefined;
  try {
    const reader = openLogReader(path);
    logId = Buffer.from(reader.id).toString("hex");
    const { headSequence, fault } = endOf(reader);
    await reader.close();
    check = new FrameCheck(path, { ...options, headSequence });
    const report = check.report();
    if (fault !== undefined) report.damage ??= damageOf(fault, headSequence + 1);
    return { logId, ...report };
  } catch (error) {
    return { logId, ...emptyReport(0), damage: damageOf(error, 1) };
  } finally {
    await check?.close();
  }
}
