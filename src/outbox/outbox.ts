/**
 * Carries out the effects of lines, and reports how they ended. What is owed follows from the log: a
 * line reads its effects from there, and the durable reports say which of them are over.
 * Guarantees, after a crash at any instant too:
 * - Every effect of an open line is attempted at least once; of one line at most `atOnce` effects are
 *   attempted again because their report was not durable.
 * - First attempts of a line start in the order of numbers. A line whose receiver is slow or away
 *   delays no other line.
 * - Memory is bounded for each line, whatever its backlog; the work of a call and of a turn does not
 *   grow with the number of lines, but for the logarithm that a heap of due times costs.
 * Does not know HTTP, the log or a clock: carriers, lines, reports and time are given. Does not
 * order attempts after the first, or the effects of different lines.
 */
import { BinaryHeap } from "../base/binary_heap.ts";
import { invariant } from "../base/invariant.ts";
import type { CallOff, EventLoop } from "../contract/messages/event_loop.ts";
import type {
  AttemptOutcome,
  EffectLineKind,
  Line,
  LineState,
  SendReports,
  WaitingEffect,
} from "../contract/messages/outbox.ts";
import { AttemptSignals } from "./attempt_signals.ts";
import { type Attempt, type LineLimits, LineQueue } from "./line_queue.ts";
import { LineReporter } from "./line_reporter.ts";
import { Turns } from "./turns.ts";

/** Effects of one line that are attempted and not in a durable report (specification). */
export const AT_ONCE = 16;
/** Attempts of all lines that are under way at a time. */
export const SLOTS = 1_024;
/** While so many effects of one line wait for a retry, the line makes no first attempts. */
export const WAITING_MAX = 1_000;
/** A line without a success for so long is given up at its next failure, milliseconds (specification: 5 days). */
export const GIVE_UP_MS = 5 * 86_400_000;
/** How long an outcome may wait for others to be reported with it, milliseconds. */
export const REPORT_OUTCOME_MS = 200;
/** How long a position that moved without an attempt may wait for others to be reported with it, milliseconds. */
export const REPORT_POSITION_MS = 10_000;
/** The most lines that have a turn in one turn of the event loop, and the most due times that are looked at in it. */
const TURNS_AT_ONCE = 64;
/** The longest delay that a timer of Node can have, milliseconds. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export type OutboxOptions = Partial<LineLimits> & {
  kinds: readonly EffectLineKind[];
  /** Sends reports to their shards. A shard that gets a report twice must change nothing the second time. */
  report: SendReports;
  loop: Pick<EventLoop, "soon" | "after">;
  /** Milliseconds UTC. */
  nowMs: () => number;
  slots?: number;
  reportOutcomeMs?: number;
  reportPositionMs?: number;
};

export type OutboxMetrics = {
  lines: number;
  /** Attempts under way. */
  inFlight: number;
  /** Effects that wait for a retry. Looks at every line. */
  waiting: number;
  /** Since the start: attempts begun, attempts that failed, durable reports, rejected reports. */
  attempts: number;
  failures: number;
  reports: number;
  reportFailures: number;
};

type Alarm = { atMs: number; queue: LineQueue };

/** All lines that are open, with the slots, the timer and the reports that they share. */
export class Outbox {
  readonly #kinds: ReadonlyMap<string, EffectLineKind>;
  readonly #limits: LineLimits;
  readonly #loop: Pick<EventLoop, "soon" | "after">;
  readonly #nowMs: () => number;
  readonly #turns: Turns<LineQueue>;
  readonly #reporter: LineReporter;
  readonly #lines = new Map<string, LineQueue>();
  /** When lines have something due. Of a line the alarm of `#alarmOf` holds, others are old. */
  readonly #alarms = new BinaryHeap<Alarm>((a, b) => a.atMs < b.atMs);
  readonly #alarmOf = new Map<LineQueue, Alarm>();
  readonly #signals = new AttemptSignals();
  #cancelTimer: CallOff | undefined;
  #timerMs = Number.POSITIVE_INFINITY;
  #isScheduled = false;
  #isStopping = false;
  #isOver = false;
  #onIdle: (() => void) | undefined;
  #attempts = 0;
  #failures = 0;

  constructor(options: OutboxOptions) {
    const { kinds, report, loop, nowMs, slots = SLOTS, atOnce = AT_ONCE } = options;
    for (const { kind, schedule } of kinds) {
      invariant(schedule[0] === 0, `the first attempt of the effect ${kind} is made at once`);
    }
    this.#kinds = new Map(kinds.map((kind) => [kind.kind, kind]));
    const { waitingMax = WAITING_MAX, giveUpMs = GIVE_UP_MS } = options;
    this.#limits = { atOnce, waitingMax, giveUpMs };
    this.#loop = loop;
    this.#nowMs = nowMs;
    this.#turns = new Turns({ slots, atOnce });
    this.#reporter = new LineReporter({
      send: report,
      loop,
      nowMs,
      outcomeMs: options.reportOutcomeMs ?? REPORT_OUTCOME_MS,
      positionMs: options.reportPositionMs ?? REPORT_POSITION_MS,
      settled: (queues) => {
        for (const queue of queues) this.#tend(queue);
      },
    });
  }

  /**
   * Adds a line, or replaces the line of its key: what is under way and what is not reported go on
   * counting. `state` must be at least as new as the last report that was resolved and the last
   * `retryNow` of the line: what waits is taken from it. An open line that is replaced keeps its own
   * `failingSinceMs`.
   */
  open(line: Line, state: LineState): void {
    if (this.#isStopping) return;
    const kind = this.#kinds.get(line.kind);
    invariant(kind !== undefined, `there is a carrier for the effect ${line.kind}`);
    const queue = this.#lines.get(line.key) ?? new LineQueue(line, kind, this.#limits);
    this.#lines.set(line.key, queue);
    queue.open(line, kind, state);
    this.#ready(queue);
  }

  /** Nothing new of the line is attempted. What is under way ends, and is reported. */
  close(key: string): void {
    const queue = this.#lines.get(key);
    if (queue === undefined) return;
    queue.close();
    this.#tend(queue);
  }

  /** There may be more effects to read. Cheap: to be called for every line concerned. */
  wake(key: string): void {
    const queue = this.#lines.get(key);
    if (queue === undefined) return;
    queue.wake();
    this.#ready(queue);
  }

  /**
   * Has an effect up to the line's position attempted at `dueMs`, as attempt number `attempt`, even
   * where it waits for later, or is over. While an attempt with this number is under way, that
   * attempt is the one that was asked for; after one with a higher number, attempts begin anew. Does
   * nothing where no line has the key.
   */
  retryNow(key: string, waiting: WaitingEffect): void {
    const queue = this.#lines.get(key);
    if (queue === undefined) return;
    queue.retry(waiting);
    this.#ready(queue);
  }

  /**
   * Starts no new attempts, waits up to `withinMs` for those under way, ends the others early, and
   * reports for the last time. An attempt that is ended early is not reported: the effect is
   * attempted again after the next start.
   */
  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true;
    this.#cancelTimer?.();
    if (this.#turns.taken > 0) {
      await new Promise<void>((idle) => {
        const callOff = this.#loop.after(withinMs, idle);
        this.#onIdle = () => {
          callOff();
          idle();
        };
      });
    }
    if (this.#turns.taken > 0) {
      this.#signals.abort();
      await new Promise<void>((next) => this.#loop.soon(next));
    }
    this.#isOver = true;
    await this.#reporter.finish();
  }

  /** The counts as they are now. Costs a look at every line. */
  get metrics(): OutboxMetrics {
    let waiting = 0;
    for (const queue of this.#lines.values()) waiting += queue.waiting;
    return {
      lines: this.#lines.size,
      inFlight: this.#turns.taken,
      waiting,
      attempts: this.#attempts,
      failures: this.#failures,
      reports: this.#reporter.reports,
      reportFailures: this.#reporter.failures,
    };
  }

  /** Gives the line a turn, in which it looks for something to read or to attempt. */
  #ready(queue: LineQueue): void {
    if (this.#isStopping) return;
    this.#turns.add(queue);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || !this.#turns.isReady) return;
    this.#isScheduled = true;
    this.#loop.soon(this.#turn);
  }

  readonly #turn = (): void => {
    this.#isScheduled = false;
    if (this.#isStopping) return;
    const nowMs = this.#nowMs();
    this.#takeDue(nowMs);
    for (let left = TURNS_AT_ONCE; left > 0; left--) {
      const queue = this.#turns.next();
      if (queue === undefined) break;
      const attempt = queue.take(nowMs);
      if (attempt !== undefined) this.#start(queue, attempt);
      this.#tend(queue);
    }
    this.#setTimer();
    this.#schedule();
  };

  /** After anything happened to the line: its next turn, its alarm, its report, or its end. */
  #tend(queue: LineQueue): void {
    this.#reporter.changed(queue);
    if (queue.isOver) this.#forget(queue);
    if (this.#isStopping) return;
    const nowMs = this.#nowMs();
    if (queue.canTake(nowMs)) this.#ready(queue);
    const { dueMs } = queue;
    if (dueMs === undefined || dueMs <= nowMs) return;
    if (dueMs >= (this.#alarmOf.get(queue)?.atMs ?? Number.POSITIVE_INFINITY)) return;
    const alarm = { atMs: dueMs, queue };
    this.#alarmOf.set(queue, alarm);
    this.#alarms.push(alarm);
    this.#setTimer();
  }

  #start(queue: LineQueue, attempt: Attempt): void {
    const { isFailing } = queue;
    this.#turns.take({ isFailing });
    this.#attempts++;
    const atMs = this.#nowMs();
    const controller = this.#signals.take();
    const end = (outcome: AttemptOutcome) => {
      this.#signals.give(controller);
      if (this.#isOver) return;
      this.#turns.give({ isFailing });
      const isCut = controller.signal.aborted && outcome.error === "aborted";
      this.#end(queue, attempt, isCut ? undefined : outcome);
    };
    const fault = () => end({ atMs, durationMs: this.#nowMs() - atMs, error: "internal_fault" });
    try {
      queue.kind.carrier(attempt.payload, controller.signal).then(end, fault);
    } catch {
      // The line goes on in a later turn, as after any other attempt.
      this.#loop.soon(fault);
    }
  }

  /** `outcome` is undefined where this process has ended the attempt. */
  #end(queue: LineQueue, attempt: Attempt, outcome: AttemptOutcome | undefined): void {
    if (outcome === undefined) queue.abandon();
    else {
      if (outcome.error !== undefined) this.#failures++;
      queue.end(attempt, outcome, this.#nowMs());
    }
    this.#tend(queue);
    this.#schedule();
    if (this.#turns.taken === 0) this.#onIdle?.();
  }

  /** Gives a turn to the lines of which something is due, to a bounded number of them. */
  #takeDue(nowMs: number): void {
    for (let left = TURNS_AT_ONCE; left > 0; left--) {
      const first = this.#alarms.peek();
      if (first === undefined || first.atMs > nowMs) return;
      this.#alarms.pop();
      if (this.#alarmOf.get(first.queue) !== first) continue;
      this.#alarmOf.delete(first.queue);
      this.#turns.add(first.queue);
    }
  }

  #setTimer(): void {
    const atMs = this.#alarms.peek()?.atMs ?? Number.POSITIVE_INFINITY;
    if (atMs === this.#timerMs) return;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#timerMs = atMs;
    if (atMs === Number.POSITIVE_INFINITY) return;
    const delayMs = Math.min(Math.max(atMs - this.#nowMs(), 0), TIMER_MAX_MS);
    this.#cancelTimer = this.#loop.after(delayMs, () => {
      this.#timerMs = Number.POSITIVE_INFINITY;
      this.#turn();
    });
  }

  /** A queue that is over can have a turn left, in which its key may belong to another queue. */
  #forget(queue: LineQueue): void {
    if (this.#lines.get(queue.key) === queue) this.#lines.delete(queue.key);
    this.#alarmOf.delete(queue);
  }
}
