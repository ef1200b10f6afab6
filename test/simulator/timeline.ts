/**
 * Simulated time: a queue of events, ordered by their times. No event runs by itself: `step` runs the
 * next event, and then the promises that the event has resolved.
 */
import { BinaryHeap } from "../../src/base/binary_heap.ts";
import type { CallOff, EventLoop, Port } from "../../src/contract/messages/event_loop.ts";

/** 2026-01-31T09:30:00.000Z. */
const START_MS = Date.UTC(2026, 0, 31, 9, 30);
/** Turns of the microtask queue after an event: more than its longest chain of promises needs. */
const PROMISE_TURNS = 16;

type Event = { atMs: number; order: number; run: () => void; isOff: boolean };

export type Timeline = {
  /** The simulated wall clock, whole milliseconds UTC. */
  nowMs(): number;
  /** Simulated milliseconds since the start, with fractions. */
  elapsedMs(): number;
  after(delayMs: number, run: () => void): CallOff;
  /** Runs the next event; returns false when no event is left. */
  step(): Promise<boolean>;
  /** The event loop of a process: its events do not run once `isAlive` returns false. */
  loop(isAlive: () => boolean): EventLoop;
};

export function createTimeline(): Timeline {
  const events = new BinaryHeap<Event>(
    (a, b) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order),
  );
  let elapsed = 0;
  let order = 0;
  const after = (delayMs: number, run: () => void): CallOff => {
    const event: Event = {
      atMs: elapsed + Math.max(0, delayMs),
      order: order++,
      run,
      isOff: false,
    };
    events.push(event);
    return () => {
      event.isOff = true;
    };
  };
  return {
    nowMs: () => START_MS + Math.floor(elapsed),
    elapsedMs: () => elapsed,
    after,
    async step() {
      for (;;) {
        const event = events.pop();
        if (event === undefined) return false;
        if (event.isOff) continue;
        elapsed = event.atMs;
        event.run();
        for (let turn = 0; turn < PROMISE_TURNS; turn++) await undefined;
        return true;
      }
    },
    loop(isAlive) {
      const living = (run: () => void) => () => {
        if (isAlive()) run();
      };
      return {
        soon: (run) => void after(0, living(run)),
        after: (delayMs, run) => after(delayMs, living(run)),
        receive: (port) => (port as SimulatedPort).take(),
      };
    },
  };
}

export type SimulatedPort = Port & { take(): { message: unknown } | undefined };

/** The two ends of a channel between threads: messages arrive late, in order, and none is lost. */
export function createChannel(
  loop: EventLoop,
  delayMs: () => number,
): [SimulatedPort, SimulatedPort] {
  const end = (): SimulatedPort & { waiting: unknown[]; deliver(): void } => {
    let taker: ((message: unknown) => void) | undefined;
    const waiting: unknown[] = [];
    return {
      waiting,
      on(_event, take) {
        taker = take;
      },
      postMessage() {},
      close() {},
      take: () => (waiting.length === 0 ? undefined : { message: waiting.shift() }),
      deliver() {
        if (waiting.length > 0) taker?.(waiting.shift());
      },
    };
  };
  const [one, other] = [end(), end()];
  const connect = (from: typeof one, to: typeof one) => {
    from.postMessage = (message) => {
      to.waiting.push(message);
      loop.after(delayMs(), () => to.deliver());
    };
  };
  connect(one, other);
  connect(other, one);
  return [one, other];
}
