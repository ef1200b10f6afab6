/**
 * The wall clock of a server under test, which stands still until the test moves it. The time is in
 * a file of 8 bytes, which every thread of the server reads instead of asking the system
 * (`clock_file.mjs`). So windows and deadlines behave the same on any machine, also on a slow one.
 */
import { openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { newDataDir } from "./server.ts";

export type TestClock = {
  /** The environment to start the server with. */
  environment: Readonly<Record<string, string>>;
  nowMs(): number;
  /** Sets the time. Every thread of the server has the new time when it next reads the clock. */
  set(nowMs: number): void;
};

/** A clock that stands at `nowMs`. */
export function newTestClock(nowMs = Date.now()): TestClock {
  const path = join(newDataDir(), "clock");
  const file = openSync(path, "w");
  let presentMs = 0;
  const set = (next: number) => {
    presentMs = next;
    writeSync(file, new Float64Array([next]), 0, 8, 0);
  };
  set(nowMs);
  const program = new URL("./clock_file.mjs", import.meta.url).href;
  const options = `${process.env["NODE_OPTIONS"] ?? ""} --import=${program}`;
  return { environment: { NODE_OPTIONS: options, CLOCK_FILE: path }, nowMs: () => presentMs, set };
}
