/**
 * One line of the outbox: which effect is attempted next, which attempts are under way, and what is to be reported.
 * Guarantees:
 * - First attempts are given in the order of numbers. An effect is given again only when the report
 *   of its attempt before is durable, so at most `LineWindow.size` effects are attempted and not
 *   reported.
 * - `position` never goes back: every effect up to it is over, or waits for a retry of its own.
 * - Memory is bounded: the line reads at most its window ahead, and starts no first attempt that could
 *   make more than `waitingMax` effects wait for a retry.
 * Does not know slots, timers or other lines.
 */
import { invariant } from "../base/invariant.ts";
import type {
  AfterAttempt,
  AttemptOutcome,
  AttemptReport,
  EffectLineKind,
  Line,
  LineEffect,
  LineReport,
  LineState,
  WaitingEffect,
} from "../contract/messages/outbox.ts";
import { LineWindow, type LineWindowLimits } from "./line_window.ts";
import { WaitingEffects } from "./waiting_effects.ts";

export type LineLimits = LineWindowLimits & {
  /** While so many effects of a line wait for a retry, no first attempt is made. */
  waitingMax: number;
};

/** One attempt, from its start until the report of it is durable. */
export type Attempt = {
  /** The number of the effect in its line. */
  readonly number: number;
  /** Which attempt of the effect this is, counted from 1. */
  readonly attempt: number;
  readonly payload: unknown;
  /** Whether the effect holds the position of its line until the attempt is over. */
  readonly isFirst: boolean;
  report: AttemptReport | undefined;
  /** The retry that an operator asked for while the attempt was under way, or was not reported. */
  asked: WaitingEffect | undefined;
  /**
   * True where the line was closed since: the effect is owed only if the line's state says so when it is opened again.
   */
  isCancelled: boolean;
};

/**
 * The queue of one line. `open` must come first; `take` begins an attempt, `end` or `abandon` ends it, `takeReport`
 * collects what ended, and `settle` says that the report is durable.
 */
export class LineQueue {
  readonly #limits: LineLimits;
  #line: Line;
  #kind: EffectLineKind;
  #window: LineWindow;
  #waiting = new WaitingEffects();
  /** Attempted, and not in a durable report. */
  readonly #busy = new Map<number, Attempt>();
  /** First attempts in order of number: those under way, and those that ended above one of them. */
  readonly #firsts: Attempt[] = [];
  /** Effects that were read from the line, and not attempted. */
  readonly #ahead: LineEffect[] = [];
  /** Ended attempts of effects that waited, for the next report. */
  #retried: AttemptReport[] = [];
  /** The effects up to this number are read. */
  #passed = 0;
  #reportedPosition = 0;
  #mayHaveMore = true;
  #isRetryTurn = false;
  /** Why the line is given up, and the effect whose report says so; until that report is taken. */
  #givesUp: { reason: "gone" | "exhausted"; number: number } | undefined;
  #hasGivenUp = false;
  #isOpen = false;
  /** Attempts that the carrier has. */
  #underWay = 0;

  constructor(line: Line, kind: EffectLineKind, limits: LineLimits) {
    this.#limits = limits;
    this.#line = line;
    this.#kind = kind;
    this.#window = new LineWindow(limits, undefined);
  }

  /** The key of the line, by which the outbox and the shard name it. */
  get key(): string {
    return this.#line.key;
  }
  get kind(): EffectLineKind {
    return this.#kind;
  }
  /** How many attempts the carrier has now. */
  get underWay(): number {
    return this.#underWay;
  }
  /** Whether failures have made the window as small as it can be. */
  get isFailing(): boolean {
    return this.#window.isFailing;
  }
  /** How many effects wait for a retry, or are being retried and not reported. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Every effect up to this number is over, or waits for a retry of its own. */
  get position(): number {
    for (const { number, report } of this.#firsts) if (report === undefined) return number - 1;
    const [next] = this.#ahead;
    return next === undefined ? this.#passed : next.number - 1;
  }

  /** Opens the line, or replaces it. What is under way and what is not reported go on counting. */
  open(line: Line, kind: EffectLineKind, state: LineState): void {
    const failingSinceMs = this.#isOpen ? this.#window.failingSinceMs : state.failingSinceMs;
    this.#line = line;
    this.#kind = kind;
    this.#window = new LineWindow(this.#limits, failingSinceMs);
    this.#dropAhead();
    this.#passed = Math.max(this.#passed, state.position);
    this.#reportedPosition = Math.max(this.#reportedPosition, state.position);
    this.#waiting = new WaitingEffects();
    for (const effect of state.waiting) {
      const busy = this.#busy.get(effect.number);
      if (busy === undefined) this.#waiting.set(effect);
      else if (busy.isCancelled) busy.asked = effect;
    }
    this.#mayHaveMore = true;
    this.#hasGivenUp = false;
    this.#givesUp = undefined;
    this.#isOpen = true;
  }

  /** Nothing new is attempted. */
  close(): void {
    for (const attempt of this.#busy.values()) attempt.isCancelled = true;
    this.#isOpen = false;
    this.#dropAhead();
    this.#waiting = new WaitingEffects();
  }

  /** True when the line is closed, and nothing of it is under way or to be reported. */
  get isOver(): boolean {
    return !this.#isOpen && !this.hasOutcomes && this.#busy.size === 0;
  }

  /** Says that the line may have more effects to read. */
  wake(): void {
    this.#mayHaveMore = true;
  }

  /** Adds the effect to those that wait, or replaces it there; a busy one waits for its report. */
  retry(effect: WaitingEffect): void {
    if (!this.#isOpen || effect.number > this.position) return;
    const busy = this.#busy.get(effect.number);
    if (busy === undefined) this.#waiting.set(effect);
    else if (busy.report !== undefined || effect.attempt !== busy.attempt) busy.asked = effect;
  }

  /** The next attempt, which counts as under way from now on; undefined when there is none now. */
  take(nowMs: number): Attempt | undefined {
    if (this.#wantsToRead) this.#read();
    if (!this.#hasRoom) return undefined;
    const hasFirst = this.#ahead.length > 0 && this.#firstsMayStart;
    const isRetryTurn = this.#isRetryTurn || !hasFirst;
    this.#isRetryTurn = !isRetryTurn;
    const retried = isRetryTurn ? this.#takeRetry(nowMs) : undefined;
    return retried ?? (hasFirst ? this.#takeFirst() : undefined);
  }

  /** True when `take` would find something to read or to attempt. */
  canTake(nowMs: number): boolean {
    if (this.#wantsToRead) return true;
    return this.#hasRoom && this.#hasNext(nowMs);
  }

  /** When the first retry is due, milliseconds UTC; undefined when no effect waits. */
  get dueMs(): number | undefined {
    return this.#isActive ? this.#waiting.first()?.dueMs : undefined;
  }

  /** Takes note of how an attempt ended; the outcome is in the next report. */
  end(attempt: Attempt, outcome: AttemptOutcome, nowMs: number): void {
    this.#underWay--;
    // Whoever opened the line again has not seen this attempt, and its shard takes no end from it.
    const givesUp = attempt.isCancelled ? undefined : this.#window.judge(outcome, nowMs);
    if (givesUp !== undefined && this.#isActive) {
      this.#givesUp = { reason: givesUp, number: attempt.number };
      this.#hasGivenUp = true;
      this.#dropAhead();
    }
    const after = this.#afterOf(attempt.attempt, outcome, nowMs);
    attempt.report = { number: attempt.number, attempt: attempt.attempt, outcome, after };
    if (!attempt.isFirst) this.#retried.push(attempt.report);
  }

  /** Takes note of an attempt that this process ended before its outcome was known: it is not reported. */
  abandon(): void {
    this.#underWay--;
  }

  /** True when there is more to report than a position. */
  get hasOutcomes(): boolean {
    return this.#retried.length > 0 || this.#firsts[0]?.report !== undefined;
  }

  /** By how much the position has moved since it was last put into a report. */
  get unreportedNumbers(): number {
    return this.#isOpen ? this.position - this.#reportedPosition : 0;
  }

  /** True when the line waits for its report: it has more to attempt, and half of its window ended. */
  isHeldByReport(nowMs: number): boolean {
    if (this.#givesUp !== undefined) return true;
    let ended = 0;
    while (this.#firsts[ended]?.report !== undefined) ended++;
    ended += this.#retried.length;
    return ended > 0 && ended * 2 >= this.#window.size && this.#isActive && this.#hasNext(nowMs);
  }

  /** Takes all outcomes and the position since the last report. The effects count as busy until `settle`. */
  takeReport(): LineReport {
    const attempts = this.#retried;
    this.#retried = [];
    const position = Math.max(this.position, this.#reportedPosition);
    for (;;) {
      const report = this.#firsts[0]?.report;
      if (report === undefined) break;
      attempts.push(report);
      this.#firsts.shift();
    }
    this.#reportedPosition = position;
    // A shard takes the end of a line only from the attempt that says so, which may wait for one below it.
    const ending = this.#givesUp;
    const isSaid = ending !== undefined && attempts.some(({ number }) => number === ending.number);
    if (isSaid) this.#givesUp = undefined;
    return { key: this.key, position, attempts, ...(isSaid && { givesUp: ending.reason }) };
  }

  /** Takes note that the report is durable: its effects are free for the next attempt. */
  settle({ attempts }: LineReport): void {
    for (const { number, attempt, after } of attempts) {
      const { asked, isCancelled = false } = this.#busy.get(number) ?? {};
      this.#busy.delete(number);
      this.#waiting.delete(number);
      if (!this.#isOpen) continue;
      const beginsAnew = asked !== undefined && asked.attempt < attempt;
      if (after.status === "pending" && !beginsAnew && !isCancelled) {
        const dueMs = Math.min(after.dueMs, asked?.dueMs ?? after.dueMs);
        this.#waiting.set({ number, attempt: attempt + 1, dueMs });
      } else if (asked !== undefined) this.#waiting.set(asked);
    }
  }

  get #isActive(): boolean {
    return this.#isOpen && !this.#hasGivenUp;
  }

  get #hasRoom(): boolean {
    return this.#isActive && this.#busy.size < this.#window.size;
  }

  /** Whether `waitingMax` holds even if every effect that is busy fails, and then waits for a retry. */
  get #firstsMayStart(): boolean {
    return this.#waiting.size + this.#busy.size < this.#limits.waitingMax;
  }

  get #wantsToRead(): boolean {
    return this.#isActive && this.#mayHaveMore && this.#ahead.length === 0 && this.#firstsMayStart;
  }

  #hasNext(nowMs: number): boolean {
    if (this.#ahead.length > 0 && this.#firstsMayStart) return true;
    return (this.#waiting.first()?.dueMs ?? Number.POSITIVE_INFINITY) <= nowMs;
  }

  #read(): void {
    const after = this.#passed;
    const limit = Math.max(this.#window.size - this.#busy.size, 1);
    const { effects, passed } = this.#line.read(after, limit);
    let last = after;
    for (const effect of effects) {
      invariant(effect.number > last, `the effects of line ${this.key} are read in order`);
      last = effect.number;
      this.#ahead.push(effect);
    }
    invariant(passed >= last, `line ${this.key} passes all that it reads`);
    this.#passed = passed;
    this.#mayHaveMore = passed > after;
  }

  #dropAhead(): void {
    const { position } = this;
    this.#ahead.length = 0;
    this.#passed = Math.max(position, this.#firsts.at(-1)?.number ?? 0);
  }

  #takeFirst(): Attempt | undefined {
    const effect = this.#ahead.shift();
    if (effect === undefined) return undefined;
    const attempt = this.#start(effect, { attempt: 1, isFirst: true });
    this.#firsts.push(attempt);
    return attempt;
  }

  /** Begins the retry that is due. An effect that its line no longer has is dropped, and not reported. */
  #takeRetry(nowMs: number): Attempt | undefined {
    for (;;) {
      const first = this.#waiting.first();
      if (first === undefined || first.dueMs > nowMs) return undefined;
      this.#waiting.take();
      const effect = this.#line.effect(first.number);
      if (effect !== undefined)
        return this.#start(effect, { attempt: first.attempt, isFirst: false });
      this.#waiting.delete(first.number);
    }
  }

  #start({ number, payload }: LineEffect, as: { attempt: number; isFirst: boolean }): Attempt {
    const { attempt, isFirst } = as;
    const rest = { report: undefined, asked: undefined, isCancelled: false };
    const begun = { number, payload, attempt, isFirst, ...rest };
    this.#busy.set(number, begun);
    this.#underWay++;
    return begun;
  }

  #afterOf(attempt: number, outcome: AttemptOutcome, nowMs: number): AfterAttempt {
    if (outcome.error === undefined) return { status: "delivered" };
    const pauseMs = this.#kind.schedule[attempt];
    if (pauseMs === undefined || outcome.httpStatus === 410) return { status: "exhausted" };
    return { status: "pending", dueMs: Math.max(nowMs + pauseMs, outcome.retryAfterMs ?? 0) };
  }
}
