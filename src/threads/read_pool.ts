/**
 * The reader threads of one edge: piscina owns the threads, the queue in front of them is ours,
 * because piscina's own does not bound tasks that can be given up, and gives up a running one by
 * ending its thread (decisions/0020). Threads start when first needed and stay.
 * Guarantees: at most `READ_QUEUE_MAX` tasks wait; whoever asked is told within `READ_DEADLINE_MS`;
 * a task that nobody waits for never begins, or stops at its next look; its file is deleted.
 */
import { unlink } from "node:fs";
import { Piscina } from "piscina";
import type { Readers, TaskAnswer, TaskControl, TaskOutcome } from "../contract/reader_task.ts";
import { type Histogram, newHistogram, observe } from "./histogram.ts";

/** Tasks of one edge that wait for a thread; one more is refused. */
export const READ_QUEUE_MAX = 64;
/** From being asked to the answer, milliseconds; afterwards the answer is "unavailable". */
export const READ_DEADLINE_MS = 30_000;
/** Upper bounds, seconds, to the deadline. */
export const READ_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 5, 10, 30] as const;
/** Heap of a reader thread, MiB: a runaway ends its thread, never the process. */
const HEAP_MB = 512;

export type ReadPoolParts = {
  /** The readers' program: each of its exported functions is a kind of task. */
  program: string;
  /** What the program is born with. */
  workerData: unknown;
  threads: number;
  queueMax?: number;
  deadlineMs?: number;
};

/** What became of a task: `failed` by a fault or by damage, `given_up` by whoever asked. */
export type ReadEnd = "answered" | "failed" | "late" | "given_up" | "stopped" | "queue_full";

export type ReadPoolMetrics = {
  running: number;
  waiting: number;
  ended: Readonly<Record<ReadEnd, number>>;
  /** From being asked to being told, of those that were told. */
  seconds: Histogram;
};

type Job = {
  kind: string;
  askedMs: number;
  task: object & TaskControl;
  timer: NodeJS.Timeout;
  /** Undefined once told or given up. */
  settle: ((outcome: TaskOutcome) => void) | undefined;
};

export class ReadPool implements Readers {
  readonly #pool: Piscina;
  readonly #threads: number;
  readonly #queueMax: number;
  readonly #deadlineMs: number;
  readonly #waiting: Job[] = [];
  #running = 0;
  readonly #ended = noneEnded();
  readonly #seconds = newHistogram(READ_SECONDS);

  constructor({ program, workerData, threads, queueMax, deadlineMs }: ReadPoolParts) {
    this.#threads = threads;
    this.#queueMax = queueMax ?? READ_QUEUE_MAX;
    this.#deadlineMs = deadlineMs ?? READ_DEADLINE_MS;
    this.#pool = new Piscina({
      filename: program,
      workerData,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      atomics: "disabled",
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
  }

  /** As it stands: what it counts goes on growing. */
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

  /** Ends the threads; what is under way is told that it failed. */
  async close(): Promise<void> {
    for (const job of this.#waiting.splice(0)) this.#settle(job, { kind: "stopped" });
    await this.#pool.destroy();
  }

  #start(job: Job): void {
    this.#running++;
    this.#pool.run(job.task, { name: job.kind }).then(
      (answer: TaskAnswer) => this.#next(job, answer),
      (error: Error) => this.#next(job, { kind: "failed", error }),
    );
  }

  #next(job: Job, outcome: TaskOutcome): void {
    this.#running--;
    if (!this.#settle(job, outcome)) discard(outcome);
    const next = this.#waiting.shift();
    if (next !== undefined) this.#start(next);
  }

  /** False when whoever asked has been told already, or has gone. */
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

function noneEnded(): Record<ReadEnd, number> {
  return { answered: 0, failed: 0, late: 0, given_up: 0, stopped: 0, queue_full: 0 };
}

function endOf({ kind }: TaskOutcome): ReadEnd {
  switch (kind) {
    case "body":
    case "prepared":
    case "refused":
      return "answered";
    case "damaged":
    case "failed":
      return "failed";
    case "late":
    case "stopped":
      return kind;
  }
}

/** Nobody takes the answer: its file, if it has one, goes. */
function discard(outcome: TaskOutcome): void {
  if (outcome.kind !== "body" || outcome.body.bytes !== undefined) return;
  unlink(outcome.body.path, () => {});
}
