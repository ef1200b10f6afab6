/**
 * The reader threads of one edge. The library piscina owns the threads; the queue of tasks is in
 * this file, because piscina's queue does not limit tasks that can be cancelled, and piscina
 * cancels a running task by ending its thread (decisions/0020). A thread starts when it is first
 * needed and stays.
 * Guarantees: at most `READ_QUEUE_MAX` tasks wait; a task that is not cancelled is settled within
 * `READ_DEADLINE_MS`; a task that was cancelled or is late never begins, or stops at its next
 * check, and its file is deleted.
 */
import { unlink } from "node:fs";
import type { Piscina } from "piscina";
import type {
  Readers,
  TaskAnswer,
  TaskControl,
  TaskOutcome,
} from "../contract/declare/reader_task.ts";
import { type Histogram, newHistogram, observe } from "./histogram.ts";

/** The most tasks of one edge that wait for a thread. */
export const READ_QUEUE_MAX = 64;
/** The longest time from `run` to the outcome, milliseconds; after it the outcome is "late". */
export const READ_DEADLINE_MS = 30_000;
/** Upper bounds of the durations' histogram, seconds; the last is the deadline. */
export const READ_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 5, 10, 30] as const;
/** The heap of a reader thread, MiB: a task that needs more ends its thread, not the process. */
const HEAP_MB = 512;

export type ReadPoolParts = {
  /** The readers' program: each of its exported functions is a kind of task. */
  program: string;
  /** The `workerData` of each thread. */
  workerData: unknown;
  threads: number;
  queueMax?: number;
  deadlineMs?: number;
};

/** How a task ended: `failed` by a fault or by damage, `given_up` when its caller cancelled it. */
export type ReadEnd = "answered" | "failed" | "late" | "given_up" | "stopped" | "queue_full";

export type ReadPoolMetrics = {
  running: number;
  waiting: number;
  ended: Readonly<Record<ReadEnd, number>>;
  /** The times from `run` to the outcome, of tasks that were settled. */
  seconds: Histogram;
};

type Job = {
  kind: string;
  askedMs: number;
  task: object & TaskControl;
  timer: NodeJS.Timeout;
  /** Undefined after the task was settled or cancelled. */
  settle: ((outcome: TaskOutcome) => void) | undefined;
};

export class ReadPool implements Readers {
  readonly #open: () => Promise<Piscina>;
  /** Made for the first task: to load piscina takes longer than much of an edge's start. */
  #pool: Promise<Piscina> | undefined;
  readonly #threads: number;
  readonly #queueMax: number;
  readonly #deadlineMs: number;
  readonly #waiting: Job[] = [];
  #running = 0;
  /** Of the running tasks; each ends when its outcome is delivered. */
  readonly #runs = new Set<Promise<void>>();
  readonly #ended = zeroEnds();
  readonly #seconds = newHistogram(READ_SECONDS);

  constructor({ program, workerData, threads, queueMax, deadlineMs }: ReadPoolParts) {
    this.#threads = threads;
    this.#queueMax = queueMax ?? READ_QUEUE_MAX;
    this.#deadlineMs = deadlineMs ?? READ_DEADLINE_MS;
    this.#open = async () => {
      const { Piscina } = await import("piscina");
      return new Piscina({
        filename: program,
        workerData,
        minThreads: 0,
        maxThreads: threads,
        idleTimeout: Number.POSITIVE_INFINITY,
        atomics: "disabled",
        resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      });
    };
  }

  /** The pool's own counters, which go on counting after they were read. */
  get metrics(): ReadPoolMetrics {
    const { length: waiting } = this.#waiting;
    return { running: this.#running, waiting, ended: this.#ended, seconds: this.#seconds };
  }

  run(kind: string, task: object, settle: (outcome: TaskOutcome) => void) {
    if (this.#running >= this.#threads && this.#waiting.length >= this.#queueMax) {
      this.#ended.queue_full++;
      return undefined;
    }
    const control: TaskControl = {
      stop: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
      deadlineMs: Date.now() + this.#deadlineMs,
    };
    const timer = setTimeout(() => this.#settle(job, { kind: "late" }), this.#deadlineMs);
    const askedMs = performance.now();
    const job: Job = { kind, askedMs, task: { ...task, ...control }, timer, settle };
    if (this.#running < this.#threads) this.#start(job);
    else this.#waiting.push(job);
    return () => {
      if (job.settle !== undefined) this.#ended.given_up++;
      this.#forget(job);
    };
  }

  /** Resolves when the outcome of every task that runs now was delivered. */
  async settled(): Promise<void> {
    await Promise.all(this.#runs);
  }

  /** Ends the threads. Waiting tasks are settled as "stopped", running tasks as "failed". */
  async close(): Promise<void> {
    for (const job of this.#waiting.splice(0)) this.#settle(job, { kind: "stopped" });
    const pool = await this.#pool;
    await pool?.destroy();
  }

  #start(job: Job): void {
    this.#running++;
    this.#pool ??= this.#open();
    const answered = this.#pool.then((pool) => pool.run(job.task, { name: job.kind }));
    const run: Promise<void> = answered.then(
      (answer: TaskAnswer) => this.#next(run, job, answer),
      (error: Error) => this.#next(run, job, { kind: "failed", error }),
    );
    this.#runs.add(run);
  }

  #next(run: Promise<void>, job: Job, outcome: TaskOutcome): void {
    this.#running--;
    this.#runs.delete(run);
    if (!this.#settle(job, outcome)) discard(outcome);
    const next = this.#waiting.shift();
    if (next !== undefined) this.#start(next);
  }

  /** Settles a task. Returns false when the task was settled or cancelled before. */
  #settle(job: Job, outcome: TaskOutcome): boolean {
    const { settle } = job;
    if (settle === undefined) return false;
    this.#forget(job);
    this.#ended[endOf(outcome)]++;
    observe(this.#seconds, READ_SECONDS, (performance.now() - job.askedMs) / 1_000);
    settle(outcome);
    return true;
  }

  #forget(job: Job): void {
    clearTimeout(job.timer);
    job.settle = undefined;
    Atomics.store(job.task.stop, 0, 1);
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
  }
}

function zeroEnds(): Record<ReadEnd, number> {
  return { answered: 0, failed: 0, late: 0, given_up: 0, stopped: 0, queue_full: 0 };
}

function endOf({ kind }: TaskOutcome): ReadEnd {
  switch (kind) {
    case "body":
    case "prepared":
    case "proving":
    case "refused":
      return "answered";
    case "damaged":
    case "unmounted":
    case "failed":
      return "failed";
    case "late":
    case "stopped":
      return kind;
  }
}

/** Deletes the file of an answer that nobody takes, if the answer has a file. */
function discard(outcome: TaskOutcome): void {
  if (outcome.kind !== "body" || outcome.body.bytes !== undefined) return;
  unlink(outcome.body.path, () => {});
}
