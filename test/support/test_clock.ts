/**
 * The wall clock of a server under test, which stands still until the test moves it. It lies in a file
 * of 8 bytes that every thread of the server reads instead of asking the system (`clock_file.mjs`).
 * What a budget's window or a deadline does then is the same on any machine, however slow.
 */
import { openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { newDataDir } from "./server.ts";

export type TestClock = {
  /** What `startServer` is given. */
  environment: Readonly<Record<string, string>>;
  nowMs(): number;
  /** Every thread of the server sees it at its next look at the clock. */
  set(nowMs: number): void;
};

/** A clock that shows `nowMs`. */
export function newTestClock(nowMs = Date.now()): TestClock {
  const path = join(newDataDir(), "clock");
  const file = openSync(path, "w");
  let shownMs = 0;
  const set = (next: number) => {
    shownMs = next;
    writeSync(file, new Float64Array([next]), 0, 8, 0);
  };
  set(nowMs);
  const program = new URL("./clock_file.mjs", import.meta.url).href;
  const options = `${process.env["NODE_OPTIONS"] ?? ""} --import=${program}`;
  return { environment: { NODE_OPTIONS: options, CLOCK_FILE: path }, nowMs: () => shownMs, set };
}
