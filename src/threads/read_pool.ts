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

/** Tasks of one edge that wait for a thread; one more is refused. */
export const READ_QUEUE_MAX = 64;
/** From being asked to the answer, milliseconds; afterwards the answer is "unavailable". */
export const READ_DEADLINE_MS = 30_000;
/** Heap of a reader thread, MiB: a runaway ends its thread, never the process. */
const HEAP_MB = 512;

export type ReadPoolParts = {
  /** The readers' program: each of its exported functions is a kind of task. */
  program: string;
  /** What the program is born with. */
  born: unknown;
  threads: number;
  queueMax?: number;
  deadlineMs?: number;
};

type Job = {
  kind: string;
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
  #refused = 0;

  constructor({ program, born, threads, queueMax, deadlineMs }: ReadPoolParts) {
    this.#threads = threads;
    this.#queueMax = queueMax ?? READ_QUEUE_MAX;
    this.#deadlineMs = deadlineMs ?? READ_DEADLINE_MS;
    this.#pool = new Piscina({
      filename: program,
      workerData: born,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      atomics: "disabled",
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
  }

  get counts(): { running: number; waiting: number; refused: number } {
    return { running: this.#running, waiting: this.#waiting.length, refused: this.#refused };
  }

  run(kind: string, task: object, settle: (outcome: TaskOutcome) => void) {
    if (this.#running >= this.#threads && this.#waiting.length >= this.#queueMax) {
      this.#refused++;
      return undefined;
    }
    const control: TaskControl = {
      stop: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
      deadlineMs: Date.now() + this.#deadlineMs,
    };
    const timer = setTimeout(() => this.#settle(job, { kind: "late" }), this.#deadlineMs);
    const job: Job = { kind, task: { ...task, ...control }, timer, settle };
    if (this.#running < this.#threads) this.#start(job);
    else this.#waiting.push(job);
    return () => this.#giveUp(job);
  }

  /** Ends the threads; what is under way is told that it failed. */
  async close(): Promise<void> {
    for (const job of this.#waiting.splice(0)) this.#settle(job, { kind: "stopped" });
    await this.#pool.destroy();
  }

  #start(job: Job): void {
    this.#running++;
    this.#pool.run(job.task, { name: job.kind }).then(
      (answer: TaskAnswer) => this.#ended(job, answer),
      (error: Error) => this.#ended(job, { kind: "failed", error }),
    );
  }

  #ended(job: Job, outcome: TaskOutcome): void {
    this.#running--;
    if (!this.#settle(job, outcome)) discard(outcome);
    const next = this.#waiting.shift();
    if (next !== undefined) this.#start(next);
  }

  /** False when whoever asked has been told already, or has gone. */
  #settle(job: Job, outcome: TaskOutcome): boolean {
    const { settle } = job;
    if (settle === undefined) return false;
    this.#giveUp(job);
    settle(outcome);
    return true;
  }

  #giveUp(job: Job): void {
    clearTimeout(job.timer);
    job.settle = undefined;
    Atomics.store(job.task.stop, 0, 1);
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
  }
}

/** Nobody takes the answer: its file, if it has one, goes. */
function discard(outcome: TaskOutcome): void {
  if (outcome.kind !== "body" || outcome.body.bytes !== undefined) return;
  unlink(outcome.body.path, () => {});
}
