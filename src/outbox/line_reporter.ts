/**
 * Reports what happened to the lines, in batches: one report is under way at a time, and the next
 * has all that ended meanwhile. A report is sent in the next turn where a line waits for it, or where the report is
 * full; any other outcome waits up to `outcomeMs`, and a position that moved past numbers without an effect of
 * the line waits up to `positionMs`, so that an idle system makes few records.
 * Guarantees: a report that was rejected is sent again as it was, after a second, then after twice
 * the pause before, up to a minute, until it is durable; until then nothing later is reported.
 */
import type { CallOff, EventLoop } from "../contract/messages/event_loop.ts";
import type { LineReport, SendReports } from "../contract/messages/outbox.ts";
import type { LineQueue } from "./line_queue.ts";

/**
 * A report is sent when it has so many attempts, or lines. The attempts of one line are never split between two
 * reports, so a report may have more. With answers of 1 kB a report of so many attempts is some 600 kB of JSON.
 */
export const REPORT_MAX = 512;
/** Numbers by which a position moves at most without a report, where it moves only by skipping. */
export const POSITION_NUMBERS_MAX = 10_000;
export const REPORT_RETRY_FIRST_MS = 1_000;
export const REPORT_RETRY_MAX_MS = 60_000;

export type LineReporterParts = {
  send: SendReports;
  loop: Pick<EventLoop, "soon" | "after">;
  /** How long an outcome may wait for others, milliseconds. */
  outcomeMs: number;
  /** How long a position may wait for others, milliseconds. */
  positionMs: number;
  nowMs: () => number;
  /** Called with the lines whose reports have become durable. */
  settled(queues: readonly LineQueue[]): void;
};

type Batch = { queues: LineQueue[]; reports: LineReport[] };

/** Collects the outcomes and positions of all lines, and sends them as reports. */
export class LineReporter {
  readonly #parts: LineReporterParts;
  /** Lines to report, in the order in which they came to it. */
  readonly #due = new Set<LineQueue>();
  /** Lines of which only the position has moved. */
  readonly #moved = new Set<LineQueue>();
  #underWay: Promise<boolean> | undefined;
  #failed: Batch | undefined;
  #retryMs = REPORT_RETRY_FIRST_MS;
  /** A line waits for the next report. */
  #isUrgent = false;
  #isSoon = false;
  #isLast = false;
  #cancelOutcomes: CallOff | undefined;
  #cancelPositions: CallOff | undefined;
  #cancelRetry: CallOff | undefined;
  reports = 0;
  failures = 0;

  constructor(parts: LineReporterParts) {
    this.#parts = parts;
  }

  /** Something of the line may have to be reported. */
  changed(queue: LineQueue): void {
    const { unreportedNumbers, hasOutcomes } = queue;
    if (hasOutcomes || unreportedNumbers >= POSITION_NUMBERS_MAX) {
      this.#moved.delete(queue);
      this.#due.add(queue);
    } else if (unreportedNumbers > 0 && !this.#due.has(queue)) this.#moved.add(queue);
    else this.#moved.delete(queue);
    const isHeld = hasOutcomes && queue.isHeldByReport(this.#parts.nowMs());
    if (isHeld || this.#due.size >= REPORT_MAX) {
      this.#isUrgent = true;
      this.#sendSoon();
    }
    this.#setTimers();
  }

  /**
   * Sends what is left, each report once, and ends at the first one that is rejected: what it says
   * is attempted again after the next start.
   */
  async finish(): Promise<void> {
    this.#isLast = true;
    this.#cancelOutcomes?.();
    this.#cancelPositions?.();
    this.#cancelRetry?.();
    for (const queue of this.#moved) this.#due.add(queue);
    this.#moved.clear();
    await this.#underWay;
    while (this.#failed !== undefined || this.#due.size > 0) {
      if (!(await this.#send())) return;
    }
  }

  readonly #outcomesAreDue = (): void => {
    this.#cancelOutcomes = undefined;
    this.#sendIfFree();
  };

  readonly #positionsAreDue = (): void => {
    this.#cancelPositions = undefined;
    for (const queue of this.#moved) this.#due.add(queue);
    this.#moved.clear();
    this.#sendIfFree();
  };

  readonly #retryIsDue = (): void => {
    this.#cancelRetry = undefined;
    void this.#send();
  };

  #setTimers(): void {
    if (this.#isLast) return;
    const { loop, outcomeMs, positionMs } = this.#parts;
    if (this.#due.size > 0) this.#cancelOutcomes ??= loop.after(outcomeMs, this.#outcomesAreDue);
    if (this.#moved.size > 0) {
      this.#cancelPositions ??= loop.after(positionMs, this.#positionsAreDue);
    }
  }

  /** In a later turn, so that the report has what ends in this one. */
  #sendSoon(): void {
    if (this.#isSoon || this.#isLast || this.#underWay !== undefined) return;
    this.#isSoon = true;
    this.#parts.loop.soon(() => {
      this.#isSoon = false;
      this.#sendIfFree();
    });
  }

  #sendIfFree(): void {
    if (this.#isLast || this.#underWay !== undefined || this.#failed !== undefined) return;
    if (this.#due.size > 0) void this.#send();
  }

  #send(): Promise<boolean> {
    const batch = this.#failed ?? this.#take();
    this.#failed = undefined;
    this.#underWay = this.#deliver(batch);
    return this.#underWay;
  }

  async #deliver(batch: Batch): Promise<boolean> {
    const { queues, reports } = batch;
    try {
      // A call that throws is one that rejects.
      await undefined;
      await this.#parts.send(reports);
    } catch {
      this.failures++;
      this.#underWay = undefined;
      this.#failed = batch;
      if (this.#isLast) return false;
      this.#cancelRetry = this.#parts.loop.after(this.#retryMs, this.#retryIsDue);
      this.#retryMs = Math.min(this.#retryMs * 2, REPORT_RETRY_MAX_MS);
      return false;
    }
    this.reports++;
    this.#underWay = undefined;
    this.#retryMs = REPORT_RETRY_FIRST_MS;
    for (const [at, queue] of queues.entries()) queue.settle(reports[at] as LineReport);
    this.#parts.settled(queues);
    if (this.#isUrgent) this.#sendSoon();
    return true;
  }

  #take(): Batch {
    const batch: Batch = { queues: [], reports: [] };
    let attempts = 0;
    for (const queue of this.#due) {
      if (attempts >= REPORT_MAX || batch.queues.length === REPORT_MAX) break;
      this.#due.delete(queue);
      const report = queue.takeReport();
      attempts += report.attempts.length;
      batch.queues.push(queue);
      batch.reports.push(report);
    }
    this.#isUrgent &&= this.#due.size > 0;
    return batch;
  }
}
