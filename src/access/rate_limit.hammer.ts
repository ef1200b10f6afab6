/** A worker of `rate_limit.test.ts`: takes units from one key and one address as fast as it can. */

import { parentPort, workerData } from "node:worker_threads";
import { invariant } from "../base/invariant.ts";
import { openRateLimiter, type RateLimits } from "./rate_limit.ts";
import type { RateLimitMemory } from "./rate_window.ts";

/**
 * `windows`: one time in each of consecutive windows; every thread takes units at each of them, in
 * order. `gate` has one count for each window and keeps every thread at most one window ahead of
 * the slowest: at every boundary some threads are before it and some behind it, as with real
 * clocks.
 */
export type HammerTask = {
  memory: RateLimitMemory;
  limits: RateLimits;
  slot: number;
  units: number;
  address: Uint8Array;
  takes: number;
  windows: number[];
  gate: SharedArrayBuffer;
  threads: number;
};
/** Units admitted in each window, by the end of the window that the ticket named. */
export type HammerResult = { credential: [number, number][]; ip: [number, number][] };

invariant(parentPort !== null, "this file runs as a worker");
const task = workerData as HammerTask;
const limiter = openRateLimiter(task.memory, task.limits);
const credential = new Map<number, number>();
const ip = new Map<number, number>();
const done = new Int32Array(task.gate);
for (const [window, nowMs] of task.windows.entries()) {
  if (window >= 2) waitFor(window - 2);
  for (let at = 0; at < task.takes; at++) {
    const key = limiter.takeCredential(task.slot, task.units, nowMs);
    if (key.allowed) {
      credential.set(key.resetSeconds, (credential.get(key.resetSeconds) ?? 0) + task.units);
    }
    const address = limiter.takeIp(task.address, nowMs);
    if (address.allowed) {
      ip.set(address.resetSeconds, (ip.get(address.resetSeconds) ?? 0) + 1);
    }
  }
  Atomics.add(done, window, 1);
  Atomics.notify(done, window);
}
parentPort.postMessage({ credential: [...credential], ip: [...ip] } satisfies HammerResult);

function waitFor(window: number): void {
  for (;;) {
    const count = Atomics.load(done, window);
    if (count === task.threads) return;
    Atomics.wait(done, window, count);
  }
}
