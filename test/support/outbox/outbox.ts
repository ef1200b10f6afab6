/**
 * A world for an outbox: a clock and an event loop that stand still until they are moved, receivers
 * that a test scripts, and what a shard keeps of the reports.
 */
import assert from "node:assert/strict";
import { BinaryHeap } from "../../../src/base/binary_heap.ts";
import type {
  AttemptOutcome,
  AttemptReport,
  Line,
  LineReport,
  LineState,
} from "../../../src/contract/messages/outbox.ts";
import { Outbox, type OutboxOptions } from "../../../src/outbox/outbox.ts";

export const START_MS = Date.UTC(2026, 0, 1);
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** The published schedule of webhooks. */
export const SCHEDULE = [
  ...[0, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2 * HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS],
];

/** What a test's receiver does with an attempt. */
export type Scripted = {
  /** How long the attempt takes; `Infinity`: until it is aborted. */
  afterMs?: number;
  outcome?: Partial<AttemptOutcome>;
};
export type Made = { key: string; number: number; attempt: number; atMs: number };
type Payload = { key: string; number: number };

type Timer = { atMs: number; order: number; run: () => void };

function newTimers(): BinaryHeap<Timer> {
  return new BinaryHeap((a, b) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order));
}

/** What the reports say of a line, as a shard keeps it. A report that comes again changes nothing. */
export class KeptLine {
  position = 0;
  readonly over = new Map<number, "delivered" | "exhausted">();
  readonly waiting = new Map<number, { attempt: number; dueMs: number }>();
  readonly attempts = new Map<string, AttemptReport>();
  failingSinceMs: number | undefined;
  givesUp: LineReport["givesUp"];

  apply(report: LineReport): void {
    this.position = Math.max(this.position, report.position);
    const isNew = ({ number, attempt }: AttemptReport) =>
      !this.attempts.has(`${number}:${attempt}`);
    if (report.givesUp !== undefined && report.attempts.some(isNew)) this.givesUp = report.givesUp;
    for (const one of report.attempts) this.#applyAttempt(one);
  }

  #applyAttempt(one: AttemptReport): void {
    const { number, attempt, outcome, after } = one;
    if (this.attempts.has(`${number}:${attempt}`)) return;
    this.attempts.set(`${number}:${attempt}`, one);
    if (outcome.error === undefined) this.failingSinceMs = undefined;
    else this.failingSinceMs ??= outcome.atMs + outcome.durationMs;
    this.waiting.delete(number);
    if (after.status === "pending") {
      this.waiting.set(number, { attempt: attempt + 1, dueMs: after.dueMs });
    } else this.over.set(number, after.status);
  }

  get state(): LineState {
    const { position, failingSinceMs } = this;
    const waiting = [...this.waiting].map(([number, one]) => ({ number, ...one }));
    return { position, waiting, failingSinceMs };
  }
}

export type OutboxWorldOptions = Omit<
  Partial<OutboxOptions>,
  "kinds" | "loop" | "nowMs" | "report"
> & {
  script?: (made: Made) => Scripted;
  /** How a report goes: after how long, and whether it is applied and answered. */
  reportScript?: (reports: readonly LineReport[]) => { afterMs?: number; fails?: boolean };
  startMs?: number;
  kept?: Map<string, KeptLine>;
};

export class OutboxWorld {
  nowMs: number;
  readonly outbox: Outbox;
  readonly made: Made[] = [];
  readonly reports: LineReport[][] = [];
  readonly kept: Map<string, KeptLine>;
  readonly signals: AbortSignal[] = [];
  /** Reports that are on their way: what applies each. */
  readonly onTheirWay = new Set<() => void>();
  readonly #options: OutboxWorldOptions;
  #soon: (() => void)[] = [];
  readonly #timers = new Set<Timer>();
  readonly #byTime = newTimers();
  #order = 0;
  #isCrashed = false;

  constructor(options: OutboxWorldOptions = {}) {
    const { script, reportScript, startMs = START_MS, kept, ...rest } = options;
    this.#options = options;
    this.nowMs = startMs;
    this.kept = kept ?? new Map();
    this.outbox = new Outbox({
      ...rest,
      kinds: [
        {
          kind: "test",
          schedule: SCHEDULE,
          carrier: (payload, signal) => this.#carry(payload as Payload, signal),
        },
      ],
      report: (reports) => this.#report(reports),
      loop: {
        soon: (run) => this.#soon.push(run),
        after: (delayMs, run) => this.#after(delayMs, run),
      },
      nowMs: () => this.nowMs,
    });
  }

  /** Opens a line over the effects with the numbers 1 to `head()`, or those that `has` names. */
  open(key: string, head: () => number, has: (number: number) => boolean = () => true): Line {
    const line: Line = {
      key,
      kind: "test",
      read: (after, limit) => {
        const effects = [];
        let passed = after;
        while (passed < head() && effects.length < limit) {
          if (has(++passed)) effects.push({ number: passed, payload: { key, number: passed } });
        }
        return { effects, passed };
      },
      effect: (number) => (has(number) ? { number, payload: { key, number } } : undefined),
    };
    this.outbox.open(line, this.keptLine(key).state);
    return line;
  }

  keptLine(key: string): KeptLine {
    const found = this.kept.get(key) ?? new KeptLine();
    this.kept.set(key, found);
    return found;
  }

  /** The numbers of the attempts at effects of the line, in the order of their start. */
  numbers(key: string): number[] {
    return this.made.filter((made) => made.key === key).map(({ number }) => number);
  }

  /** Moves the clock, through every timer on the way. */
  async advance(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms;
    for (;;) {
      await this.settle();
      const next = this.#nextTimer();
      if (next === undefined || next.atMs > untilMs) break;
      this.#run(next);
    }
    this.nowMs = untilMs;
  }

  /** Moves the clock to the next timer; false where there is none. */
  async step(): Promise<boolean> {
    await this.settle();
    const next = this.#nextTimer();
    if (next !== undefined) this.#run(next);
    await this.settle();
    return next !== undefined;
  }

  /** Runs what can run at this time. */
  async settle(): Promise<void> {
    do {
      const runs = this.#soon;
      this.#soon = [];
      for (const run of runs) run();
      await new Promise(setImmediate);
    } while (this.#soon.length > 0);
  }

  /** Nothing of this outbox happens any more. */
  crash(): void {
    this.#isCrashed = true;
    this.#soon = [];
    this.#timers.clear();
  }

  get timers(): number {
    return this.#timers.size;
  }

  #after(delayMs: number, run: () => void): () => void {
    const timer = { atMs: this.nowMs + delayMs, order: this.#order++, run };
    this.#timers.add(timer);
    this.#byTime.push(timer);
    return () => this.#timers.delete(timer);
  }

  #nextTimer(): Timer | undefined {
    for (;;) {
      const first = this.#byTime.peek();
      if (first === undefined || this.#timers.has(first)) return first;
      this.#byTime.pop();
    }
  }

  #run(timer: Timer): void {
    this.#timers.delete(timer);
    this.nowMs = Math.max(this.nowMs, timer.atMs);
    timer.run();
  }

  #carry({ key, number }: Payload, signal: AbortSignal): Promise<AttemptOutcome> {
    assert.ok(!this.#isCrashed);
    const atMs = this.nowMs;
    const waits = this.keptLine(key).waiting.get(number);
    const made = { key, number, attempt: waits?.attempt ?? 1, atMs };
    this.made.push(made);
    this.signals.push(signal);
    const { afterMs = 0, outcome } = this.#options.script?.(made) ?? {};
    return new Promise((resolve) => {
      const abort = () => end({ error: "aborted" });
      const end = (more: Partial<AttemptOutcome> = {}) => {
        signal.removeEventListener("abort", abort);
        resolve({ atMs, durationMs: this.nowMs - atMs, ...more });
      };
      signal.addEventListener("abort", abort);
      if (afterMs === 0) end(outcome);
      else if (afterMs < Number.POSITIVE_INFINITY) this.#after(afterMs, () => end(outcome));
    });
  }

  async #report(reports: readonly LineReport[]): Promise<void> {
    this.reports.push([...reports]);
    const { afterMs = 1, fails = false } = this.#options.reportScript?.(reports) ?? {};
    const apply = () => {
      for (const report of reports) this.keptLine(report.key).apply(report);
    };
    this.onTheirWay.add(apply);
    await new Promise<void>((done) => this.#after(afterMs, done));
    this.onTheirWay.delete(apply);
    if (fails) throw new Error("the shard is away");
    apply();
  }
}

export const FAILED = { error: "http_status", httpStatus: 500 } as const;
export const TIMEOUT = { afterMs: 10_000, outcome: { error: "timeout" } } as const;
export const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** A world with one line of `head` effects, whose window has grown to its largest. */
export async function grown(options: OutboxWorldOptions & { head: number }) {
  const { head, ...rest } = options;
  let isWarm = false;
  const world = new OutboxWorld({
    ...rest,
    script: (made) => (isWarm ? (rest.script?.(made) ?? {}) : {}),
  });
  let last = 15;
  world.open("a", () => last);
  await world.advance(11_000);
  assert.equal(world.keptLine("a").position, 15);
  isWarm = true;
  world.made.length = 0;
  world.signals.length = 0;
  world.reports.length = 0;
  last = 15 + head;
  world.outbox.wake("a");
  return { world, line: world.keptLine("a") };
}
