/**
 * The wall clock of both sides of a loop that kills them. It goes on by itself, and further where the loop waits for what somebody does
 * after minutes or hours. It begins at noon, so that no comparison of the night falls into a run.
 */
import { newTestClock } from "../support/test_clock.ts";

const DAY_MS = 24 * 3_600_000;
const TICK_MS = 50;

export type PassingClock = {
  /** The environment to start each side with. */
  environment: Readonly<Record<string, string>>;
  /** So much time passes at once. Whoever waits for an answer meanwhile may have waited too long. */
  pass(ms: number): void;
  stop(): void;
};

/** A clock that goes on until it is stopped. */
export function newPassingClock(): PassingClock {
  const clock = newTestClock(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2);
  const pass = (ms: number) => clock.set(clock.nowMs() + ms);
  const ticking = setInterval(() => pass(TICK_MS), TICK_MS);
  return { environment: clock.environment, pass, stop: () => clearInterval(ticking) };
}
