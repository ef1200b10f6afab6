/**
 * A worker of `rate_limit.test.ts`: takes units from one key, one address and one
 * member as fast as it can.
 */
import { parentPort, workerData } from "node:worker_threads";
import {
  openRateLimiter,
  type RateLimits,
  type RateTicket,
} from "../../../src/access/rate_limit.ts";
import type { RateLimitMemory } from "../../../src/access/rate_window.ts";
import { invariant } from "../../../src/base/invariant.ts";

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
  member: string;
  takes: number;
  windows: number[];
  gate: SharedArrayBuffer;
  threads: number;
};
/** Units admitted in each window, by the end of the window that the ticket named. */
export type HammerResult = Record<"credential" | "ip" | "member", [number, number][]>;

/** Texts are hashed, which takes ten times as long as a take: only every tenth take is of a text. */
const TEXT_EVERY = 10;

invariant(parentPort !== null, "this file runs as a worker");
const task = workerData as HammerTask;
const limiter = openRateLimiter(task.memory, task.limits);
const admitted = {
  credential: new Map<number, number>(),
  ip: new Map<number, number>(),
  member: new Map<number, number>(),
};
const done = new Int32Array(task.gate);
for (const [window, nowMs] of task.windows.entries()) {
  if (window >= 2) waitFor(window - 2);
  for (let at = 0; at < task.takes; at++) {
    count(admitted.credential, task.units, limiter.takeCredential(task.slot, task.units, nowMs));
    count(admitted.ip, 1, limiter.takeIp(task.address, nowMs));
    if (at % TEXT_EVERY !== 0) continue;
    const units = task.units * TEXT_EVERY;
    count(admitted.member, units, limiter.takeMember(task.member, units, nowMs));
  }
  Atomics.add(done, window, 1);
  Atomics.notify(done, window);
}
parentPort.postMessage({
  credential: [...admitted.credential],
  ip: [...admitted.ip],
  member: [...admitted.member],
} satisfies HammerResult);

function count(sums: Map<number, number>, units: number, ticket: RateTicket): void {
  const { allowed, resetSeconds } = ticket;
  if (allowed) sums.set(resetSeconds, (sums.get(resetSeconds) ?? 0) + units);
}

function waitFor(window: number): void {
  for (;;) {
    const count = Atomics.load(done, window);
    if (count === task.threads) return;
    Atomics.wait(done, window, count);
  }
}
