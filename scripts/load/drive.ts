/**
 * Drives the load. Closed loop: each connection sends its next request when it has its answer.
 * Open loop: request n is due at n / rate, whatever the server does, and its latency counts from
 * that moment: a server that stalls cannot hide the stall by stopping the generator (coordinated
 * omission).
 * Does not retry: requests without a certain answer are returned, to be settled afterwards.
 */
import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { ANSWER_WAIT_MS, LoadRefused } from "./client.ts";
import { type Connection, openConnection } from "./connection.ts";
import type { LoadOptions } from "./options.ts";
import type { Response } from "./response.ts";
import { countItems, countOutcome, outcomeOf, type Tally } from "./tally.ts";
import type { LoadRequest, OpenHold, Workload } from "./workload.ts";

export type DriveParts = {
  workload: Workload;
  options: LoadOptions;
  tally: Tally;
  /**
   * Called each second with the seconds that have passed and the requests that wait for an answer.
   */
  onSecond: (second: number, underWay: number) => void;
};

export type Driven = {
  /** Time from the first request to the last answer. */
  elapsedMs: number;
  /** Requests that were sent and whose outcome no answer told. */
  unknown: readonly LoadRequest[];
  /**
   * Requests of an open loop that were due but never sent, because every connection was waiting.
   */
  unsent: number;
  /** Why the load ended before its time. */
  stoppedBy: string | undefined;
  /**
   * Share of its time that the generator's thread was busy; near 1 the generator itself is
   * measured.
   */
  generatorLoad: number;
};

/** One connection and its request under way. */
type Lane = {
  connection: Connection | undefined;
  request: LoadRequest | undefined;
  /** The hold that the last request opened and the next request ends. */
  hold: OpenHold | undefined;
  dueMs: number;
  sentMs: number;
};

/** Connections that are opened at once: fewer than the queue of most listeners holds. */
const OPEN_AT_ONCE = 100;
/**
 * Time between two looks for due requests in an open loop: the shortest timer of Node,
 * milliseconds.
 */
const TICK_MS = 1;
const SECOND_MS = 1_000;
/** A server that answers nothing but 5xx for so long is gone: a proxy answers in its place. */
const ONLY_FAILURES_MS = 10_000;

/** Runs the load for its time. Rejects when the server takes no connection at the start. */
export async function drive(parts: DriveParts): Promise<Driven> {
  const driver = new Driver(parts);
  try {
    await driver.open();
    return await driver.run();
  } finally {
    driver.close();
  }
}

class Driver {
  readonly #parts: DriveParts;
  readonly #lanes: Lane[] = [];
  /** Free lanes of an open loop; the lane that is free for the longest time comes first. */
  readonly #idle: Lane[] = [];
  readonly #unknown: LoadRequest[] = [];
  /** Number of all requests of an open loop; undefined in a closed loop. */
  readonly #dueInAll: number | undefined;
  readonly #timers: NodeJS.Timeout[] = [];
  #startMs = Number.POSITIVE_INFINITY;
  #endMs = Number.POSITIVE_INFINITY;
  #lastAnswerMs = 0;
  /** When the server last did what it was asked, or refused to. */
  #lastServedMs = 0;
  #issued = 0;
  #underWay = 0;
  #alive = 0;
  #seconds = 0;
  #stoppedBy: string | undefined;
  #finish: () => void = () => undefined;

  constructor(parts: DriveParts) {
    this.#parts = parts;
    const { rate, durationSeconds } = parts.options;
    this.#dueInAll = rate === undefined ? undefined : rate * durationSeconds;
  }

  /** Rejects with `LoadRefused` when the server does not take every connection. */
  async open(): Promise<void> {
    const { baseUrl, connections } = this.#parts.options;
    while (this.#lanes.length < connections) {
      const count = Math.min(OPEN_AT_ONCE, connections - this.#lanes.length);
      const group = Array.from({ length: count }, newLane);
      this.#lanes.push(...group);
      await Promise.all(group.map((lane) => this.#openLane(lane))).catch((cause: Error) => {
        const message = `${baseUrl.origin} took no ${connections} connections: ${cause.message}`;
        throw new LoadRefused(message, { cause });
      });
    }
    this.#alive = connections;
  }

  async run(): Promise<Driven> {
    const before = performance.eventLoopUtilization();
    const finished = new Promise<void>((resolve) => {
      this.#finish = resolve;
    });
    this.#startMs = performance.now();
    this.#endMs = this.#startMs + this.#parts.options.durationSeconds * SECOND_MS;
    this.#lastAnswerMs = this.#startMs;
    this.#lastServedMs = this.#startMs;
    this.#timers.push(
      setInterval(() => this.#pump(), TICK_MS),
      setInterval(() => this.#onSecond(), SECOND_MS),
    );
    for (const lane of this.#lanes) {
      if (lane.connection !== undefined) this.#proceed(lane, this.#startMs);
    }
    await finished;
    return this.#driven(before);
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const lane of this.#lanes) lane.connection?.close();
  }

  /**
   * Sends the next request of a lane that has nothing under way, now or when the request is due.
   */
  #proceed(lane: Lane, nowMs: number): void {
    if (nowMs < this.#startMs) return;
    if (this.#isOver(nowMs)) {
      this.#finishWhenQuiet();
    } else if (this.#dueInAll === undefined) {
      this.#send(lane, nowMs, nowMs);
    } else {
      const dueMs = this.#nextDueMs();
      if (dueMs <= nowMs) this.#send(lane, dueMs, nowMs);
      else this.#idle.push(lane);
    }
  }

  /** Sends the requests that became due, on the lanes that are free. */
  #pump(): void {
    const nowMs = performance.now();
    while (this.#idle.length > 0 && this.#stoppedBy === undefined) {
      const dueMs = this.#nextDueMs();
      if (dueMs > nowMs) break;
      this.#parts.tally.lag.record((nowMs - dueMs) * 1_000);
      this.#send(this.#idle.shift() as Lane, dueMs, nowMs);
    }
    this.#finishWhenQuiet();
  }

  #send(lane: Lane, dueMs: number, nowMs: number): void {
    lane.request = this.#parts.workload.next(lane.hold);
    lane.hold = undefined;
    lane.dueMs = dueMs;
    lane.sentMs = nowMs;
    this.#underWay++;
    this.#issued++;
    lane.connection?.send(lane.request);
  }

  #onResponse(lane: Lane, response: Response, isLast: boolean): void {
    const { request } = lane;
    if (request === undefined) {
      this.#onLost(lane, new Error("an answer to no request"));
      return;
    }
    const { tally } = this.#parts;
    const nowMs = performance.now();
    const us = (nowMs - lane.dueMs) * 1_000;
    tally.latency.record(us);
    tally.recent.record(us);
    this.#lastAnswerMs = nowMs;
    if (response.status < 500) this.#lastServedMs = nowMs;
    lane.request = undefined;
    this.#underWay--;
    this.#settle(lane, request, response);
    if (isLast) this.#reopen(lane);
    else this.#proceed(lane, nowMs);
  }

  #settle(lane: Lane, request: LoadRequest, { status, body }: Response): void {
    const { tally } = this.#parts;
    const outcome = outcomeOf(status, body);
    const isAccepted = status >= 200 && status < 300;
    countOutcome(tally, outcome, isAccepted || this.#isExpectedRefusal(outcome));
    if (isAccepted) this.#accept(lane, request, body);
    else if (status === 429) this.#stoppedBy ??= "429: a rate limit of the server is used up";
    else if (status >= 500) this.#unknown.push(request);
  }

  #accept(lane: Lane, { step }: LoadRequest, body: Buffer): void {
    const { tally, workload } = this.#parts;
    try {
      const { hold, refusedItems } = workload.accept(step, body);
      lane.hold = hold;
      if (refusedItems === undefined) return;
      countItems(tally, refusedItems, (code) => this.#isExpectedRefusal(`409 ${code}`));
    } catch (cause) {
      countOutcome(tally, `accepted, but ${(cause as Error).message}`, false);
    }
  }

  #isExpectedRefusal(outcome: string): boolean {
    return this.#parts.options.allowInsufficient && outcome === "409 insufficient_balance";
  }

  #onLost(lane: Lane, why: Error): void {
    const { request } = lane;
    if (request !== undefined) {
      countOutcome(this.#parts.tally, `no answer: ${why.message}`, false);
      this.#unknown.push(request);
      lane.request = undefined;
      this.#underWay--;
    }
    this.#reopen(lane);
  }

  /** Opens a new connection. A server may close an idle connection: that alone is no failure. */
  #reopen(lane: Lane): void {
    lane.connection?.close();
    lane.connection = undefined;
    const at = this.#idle.indexOf(lane);
    if (at >= 0) this.#idle.splice(at, 1);
    if (this.#isOver(performance.now())) {
      this.#finishWhenQuiet();
      return;
    }
    this.#openLane(lane).then(
      () => this.#proceed(lane, performance.now()),
      (cause: Error) => this.#giveUp(cause),
    );
  }

  async #openLane(lane: Lane): Promise<void> {
    lane.connection = await openConnection(this.#parts.options, {
      onResponse: (response, isLast) => this.#onResponse(lane, response, isLast),
      onLost: (why) => this.#onLost(lane, why),
    });
  }

  #giveUp(cause: Error): void {
    countOutcome(this.#parts.tally, `no connection: ${cause.message}`, false);
    this.#alive--;
    if (this.#alive === 0)
      this.#stoppedBy ??= `the server is gone, no connection is left: ${cause.message}`;
    this.#finishWhenQuiet();
  }

  #onSecond(): void {
    const nowMs = performance.now();
    this.#parts.onSecond(++this.#seconds, this.#underWay);
    this.#stoppedBy ??= this.#goneBecause(nowMs);
    for (const lane of this.#lanes) {
      if (lane.request === undefined || nowMs - lane.sentMs < ANSWER_WAIT_MS) continue;
      this.#onLost(lane, new Error(`none within ${ANSWER_WAIT_MS / SECOND_MS} s`));
    }
  }

  /** Why the server counts as gone; undefined while it serves, or nothing waits for it. */
  #goneBecause(nowMs: number): string | undefined {
    if (nowMs >= this.#endMs) return undefined;
    if (this.#underWay > 0 && nowMs - this.#lastAnswerMs >= ANSWER_WAIT_MS) {
      return `the server is gone: no answer for ${ANSWER_WAIT_MS / SECOND_MS} s`;
    }
    const hasAnswered = this.#lastAnswerMs > this.#lastServedMs;
    if (hasAnswered && nowMs - this.#lastServedMs >= ONLY_FAILURES_MS) {
      return `the server is gone: nothing but 5xx for ${ONLY_FAILURES_MS / SECOND_MS} s`;
    }
    return undefined;
  }

  /** When the next request of an open loop is due; infinity when all were sent. */
  #nextDueMs(): number {
    const { rate = 0 } = this.#parts.options;
    if (this.#issued >= (this.#dueInAll ?? 0)) return Number.POSITIVE_INFINITY;
    return this.#startMs + (this.#issued * SECOND_MS) / rate;
  }

  #isOver(nowMs: number): boolean {
    return this.#stoppedBy !== undefined || nowMs >= this.#endMs;
  }

  #finishWhenQuiet(): void {
    if (this.#underWay === 0 && this.#isOver(performance.now())) this.#finish();
  }

  #driven(before: EventLoopUtilization): Driven {
    const unsent = Math.max(0, (this.#dueInAll ?? 0) - this.#issued);
    return {
      elapsedMs: Math.max(1, this.#lastAnswerMs - this.#startMs),
      unknown: this.#unknown,
      unsent: this.#stoppedBy === undefined ? unsent : 0,
      stoppedBy: this.#stoppedBy,
      generatorLoad: performance.eventLoopUtilization(before).utilization,
    };
  }
}

function newLane(): Lane {
  return { connection: undefined, request: undefined, hold: undefined, dueMs: 0, sentMs: 0 };
}
