/** For tests: a readers' program with tasks that wait, count, fail and end their thread. */
import { writeFileSync } from "node:fs";
import { Piscina } from "piscina";

let ran = 0;

/** Answers with one byte: how many tasks this thread has run. */
export function count() {
  ran++;
  const bytes = new Uint8Array([ran]);
  return Piscina.move({
    [Piscina.transferableSymbol]: [bytes.buffer],
    [Piscina.valueSymbol]: bodyOf({ size: 1, bytes }),
  });
}

/**
 * Keeps the thread busy until the task is cancelled; stores 1 at index 0 of `seen` when it runs.
 */
export function hold({ stop, seen }) {
  ran++;
  Atomics.store(seen, 0, 1);
  while (Atomics.load(stop, 0) === 0) Atomics.wait(stop, 0, 0, 5);
  return { kind: "stopped" };
}

/** Waits until index 1 of `seen` changes, and then answers with a file. */
export function spool({ seen, path }) {
  Atomics.store(seen, 0, 1);
  Atomics.wait(seen, 1, 0);
  writeFileSync(path, "text");
  return bodyOf({ size: 4, path });
}

export function fail() {
  throw new Error("a bug");
}

export function end() {
  process.exit(1);
}

function bodyOf(body) {
  return { kind: "body", contentType: "text/plain", headers: "", body };
}
