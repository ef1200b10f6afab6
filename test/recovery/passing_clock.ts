/**
 * The wall clock of a server and its providers under test. It goes on by itself, and further where a test waits for what somebody does
 * after minutes or months. It begins at noon, so that no comparison of the night falls into a short run.
 */
import { newTestClock } from "../support/test_clock.ts";

const NOON_MS = Date.parse("2026-03-02T12:00:00.000Z");
const TICK_MS = 50;

export type PassingClock = {
  /** The environment to start each side with. */
  environment: Readonly<Record<string, string>>;
  nowMs(): number;
  /** So much time passes at once. Whoever waits for an answer meanwhile may have waited too long. */
  pass(ms: number): void;
  stop(): void;
};

/** A clock that goes on from noon of a Monday until it is stopped. */
export function newPassingClock(): PassingClock {
  const clock = newTestClock(NOON_MS);
  const pass = (ms: number) => clock.set(clock.nowMs() + ms);
  const ticking = setInterval(() => pass(TICK_MS), TICK_MS);
  const { environment, nowMs } = clock;
  return { environment, nowMs, pass, stop: () => clearInterval(ticking) };
}
