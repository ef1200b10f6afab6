/** Budgets of requests: exact, shared by all threads, and stricter where cells run out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { threadCodeOf } from "../../scripts/program.ts";
import type { HammerResult, HammerTask } from "../../test/support/access/rate_limit_hammer.ts";
import { seedOf } from "../../test/support/seeds.ts";
import {
  GUESSES_MAX,
  openRateLimiter,
  RATE_LIMIT_MAX,
  type RateLimiter,
  type RateLimits,
  type RateTicket,
  UNLIMITED,
} from "./rate_limit.ts";
import { createRateLimitMemory, type RateLimitCapacity, WINDOW_MS } from "./rate_window.ts";

const MINUTE = 29_000_000;
const NOW_MS = MINUTE * WINDOW_MS + 1_500;
const LIMITS: RateLimits = {
  credentialLimit: 5,
  ipLimit: 4,
  discoveryLimit: 3,
  identityIpLimit: 2,
};
const NO_LIMITS: RateLimits = {
  credentialLimit: 0,
  ipLimit: 0,
  discoveryLimit: 0,
  identityIpLimit: 0,
};
const SESSION = "ses_01jcx2q9d8k3m5n7p9r2s4t6v8";
const SMALL: RateLimitCapacity = { credentialSlots: 8, addressSlots: 1_024 };

const open = (limits: Partial<RateLimits> = {}, capacity: Partial<RateLimitCapacity> = {}) =>
  openRateLimiter(createRateLimitMemory({ ...SMALL, ...capacity }), { ...LIMITS, ...limits });
const v4 = (...bytes: number[]) => Uint8Array.from(bytes);
const copy = (ticket: RateTicket): RateTicket => ({ ...ticket });

test("credential budget: limit 5 -> units 1 to 5 admitted, the 6th refused with headers", () => {
  const limiter = open();
  const resetSeconds = (MINUTE + 1) * 60;
  for (let taken = 1; taken <= 7; taken++) {
    const allowed = taken <= 5;
    assert.deepEqual(copy(limiter.takeCredential(1, 1, NOW_MS)), {
      allowed,
      limit: 5,
      remaining: Math.max(0, 5 - taken),
      resetSeconds,
      retryAfterSeconds: allowed ? 0 : 59,
    });
  }
  assert.equal(limiter.takeCredential(2, 1, NOW_MS).allowed, true);
});

const UNITS: [number, number, boolean, number][] = [
  [0, 5, true, 0],
  [0, 6, false, 5],
  [3, 2, true, 0],
  [3, 3, false, 2],
  [5, 0, true, 0],
  [0, Number.MAX_SAFE_INTEGER, false, 5],
];
for (const [before, units, allowed, remaining] of UNITS) {
  test(`credential budget: ${before} of 5 taken, then ${units} -> ${allowed}, ${remaining} left`, () => {
    const limiter = open();
    if (before > 0) limiter.takeCredential(0, before, NOW_MS);
    const ticket = limiter.takeCredential(0, units, NOW_MS);
    assert.deepEqual([ticket.allowed, ticket.remaining], [allowed, remaining]);
    assert.equal(limiter.takeCredential(0, 0, NOW_MS).remaining, remaining);
  });
}

const BOUNDARIES: [string, number, boolean, number][] = [
  ["the first millisecond", MINUTE * WINDOW_MS, false, 60],
  ["one second before the end", (MINUTE + 1) * WINDOW_MS - 1_000, false, 1],
  ["the last millisecond", (MINUTE + 1) * WINDOW_MS - 1, false, 1],
  ["the next window's first millisecond", (MINUTE + 1) * WINDOW_MS, true, 0],
];
for (const [when, nowMs, allowed, retryAfterSeconds] of BOUNDARIES) {
  test(`window: budget spent, then ${when} -> allowed ${allowed}`, () => {
    const limiter = open();
    limiter.takeCredential(0, 5, MINUTE * WINDOW_MS);
    const ticket = limiter.takeCredential(0, 1, nowMs);
    assert.equal(ticket.allowed, allowed);
    assert.equal(ticket.retryAfterSeconds, retryAfterSeconds);
    assert.equal(ticket.resetSeconds, (MINUTE + (allowed ? 2 : 1)) * 60);
  });
}

test("window: a thread two windows behind -> counted in the newest, three behind -> a clock set back", () => {
  const limiter = open();
  limiter.takeCredential(0, 5, NOW_MS);
  for (const behind of [1, 2]) {
    const ticket = limiter.takeCredential(0, 1, NOW_MS - behind * WINDOW_MS);
    assert.equal(ticket.allowed, false);
    assert.equal(ticket.resetSeconds, (MINUTE + 1) * 60);
  }
  const ticket = limiter.takeCredential(0, 1, NOW_MS - 3 * WINDOW_MS);
  assert.equal(ticket.allowed, true);
  assert.equal(ticket.resetSeconds, (MINUTE - 2) * 60);
});

test("window: 256 windows with traffic later, or after any idle time -> nothing old is counted", () => {
  const limiter = open();
  limiter.takeCredential(0, 5, NOW_MS);
  for (let at = 0; at < 4; at++) limiter.takeIp(v4(10, 0, 0, 1), NOW_MS);
  for (let minute = 1; minute <= 600; minute++) {
    limiter.takeCredential(1, 1, NOW_MS + minute * WINDOW_MS);
    if (minute % 256 !== 0) continue;
    const later = NOW_MS + minute * WINDOW_MS;
    assert.equal(limiter.takeCredential(0, 0, later).remaining, 5);
  }
  for (const idle of [255, 256, 257, 65_536, 2 ** 24 - 3]) {
    const fresh = open();
    fresh.takeCredential(0, 5, NOW_MS);
    assert.equal(fresh.takeCredential(0, 1, NOW_MS + idle * WINDOW_MS).allowed, true);
  }
});

test("limit 0: each budget -> the constant unlimited ticket; the others still count", () => {
  const off = open(NO_LIMITS);
  const address = v4(1, 2, 3, 4);
  assert.equal(off.takeCredential(0, 1, NOW_MS), UNLIMITED);
  assert.equal(off.takeIp(address, NOW_MS), UNLIMITED);
  assert.equal(off.takeDiscovery(address, NOW_MS), UNLIMITED);
  assert.equal(off.takeIdentityIp(address, NOW_MS), UNLIMITED);
  assert.equal(off.takeMember(SESSION, 1, NOW_MS), UNLIMITED);
  const some = open({ credentialLimit: 0 });
  assert.equal(some.takeCredential(0, 1, NOW_MS), UNLIMITED);
  assert.equal(some.takeMember(SESSION, 1, NOW_MS), UNLIMITED);
  assert.equal(some.takeIp(address, NOW_MS).limit, 4);
});

test("limits: 16,000,000 -> counted exactly; more, negative, fraction -> invariant", () => {
  const limiter = open({ credentialLimit: RATE_LIMIT_MAX });
  assert.equal(limiter.takeCredential(0, RATE_LIMIT_MAX, NOW_MS).allowed, true);
  assert.equal(limiter.takeCredential(0, 1, NOW_MS).allowed, false);
  for (const limit of [RATE_LIMIT_MAX + 1, -1, 1.5, Number.NaN]) {
    assert.throws(() => open({ credentialLimit: limit }), /16,000,000/);
    assert.throws(() => open({ ipLimit: limit }), /16,000,000/);
    assert.throws(() => open({ discoveryLimit: limit }), /16,000,000/);
    assert.throws(() => open({ identityIpLimit: limit }), /16,000,000/);
  }
});

test("units: negative or a fraction -> invariant", () => {
  for (const units of [-1, 0.5, Number.NaN]) {
    assert.throws(() => open().takeCredential(0, units, NOW_MS), /whole number/);
    assert.throws(() => open().takeMember(SESSION, units, NOW_MS), /whole number/);
  }
});

test("slots: the last one -> its own; beyond, negative or not a number -> one shared budget", () => {
  const limiter = open();
  limiter.takeCredential(7, 5, NOW_MS);
  assert.equal(limiter.takeCredential(8, 4, NOW_MS).allowed, true);
  assert.equal(limiter.takeCredential(9, 1, NOW_MS).allowed, true);
  assert.equal(limiter.takeCredential(-1, 1, NOW_MS).allowed, false);
  assert.equal(limiter.takeCredential(Number.NaN, 1, NOW_MS).allowed, false);
  assert.equal(limiter.takeIp(v4(1, 1, 1, 1), NOW_MS).remaining, 3);
});

const HOST = v4(192, 0, 2, 1);

test("tickets: one object per budget -> read it before the next take", () => {
  const limiter = open();
  const first = limiter.takeCredential(0, 1, NOW_MS);
  assert.equal(limiter.takeIp(HOST, NOW_MS).limit, 4);
  assert.equal(first.limit, 5);
  assert.equal(limiter.takeCredential(0, 1, NOW_MS), first);
});

test("memory: one that is not ours, a table that is no power of two -> invariant", () => {
  assert.throws(() => openRateLimiter(new SharedArrayBuffer(4_096), LIMITS), /one of ours/);
  assert.throws(() => createRateLimitMemory({ addressSlots: 1_000 }), /power of two/);
  assert.throws(() => createRateLimitMemory({ credentialSlots: 0 }), /slots/);
});

test("guesses: five wrong ones -> none left for person or address; a right one is given back", () => {
  const limiter = open();
  for (let guess = 0; guess < GUESSES_MAX; guess++) {
    assert.ok(limiter.takeGuess("usr_1", NOW_MS).allowed);
    assert.ok(limiter.takeGuessIp(HOST, NOW_MS).allowed);
  }
  assert.equal(limiter.takeGuess("usr_1", NOW_MS).allowed, false);
  assert.equal(limiter.takeGuessIp(HOST, NOW_MS).allowed, false);
  assert.ok(limiter.takeGuess("usr_2", NOW_MS).allowed);
  limiter.giveBackGuess("usr_1", HOST, NOW_MS);
  assert.ok(limiter.takeGuess("usr_1", NOW_MS).allowed);
  assert.equal(limiter.takeGuess("usr_1", NOW_MS).allowed, false);
  const later = NOW_MS + WINDOW_MS;
  limiter.giveBackGuess("usr_1", HOST, later);
  assert.equal(limiter.takeGuess("usr_1", later).remaining, GUESSES_MAX - 1);
});

/** The plain twin of the limiter: a Map of counts for each window. Time only moves forward. */
function plainLimiter(limits: RateLimits): RateLimiter {
  const counts = new Map<string, number>();
  function take(name: string, limit: number, units: number, nowMs: number): RateTicket {
    if (limit === 0) return UNLIMITED;
    const window = Math.floor(nowMs / WINDOW_MS);
    const key = `${window} ${name}`;
    const before = counts.get(key) ?? 0;
    const allowed = before + units <= limit;
    if (allowed) counts.set(key, before + units);
    const endMs = (window + 1) * WINDOW_MS;
    const retryAfterSeconds = allowed ? 0 : Math.ceil((endMs - nowMs) / 1_000);
    const remaining = limit - (counts.get(key) ?? 0);
    return { allowed, limit, remaining, resetSeconds: endMs / 1_000, retryAfterSeconds };
  }
  return {
    takeCredential: (slot, units, nowMs) =>
      take(`key ${slot}`, limits.credentialLimit, units, nowMs),
    takeIp: (bytes, nowMs) => take(`ip ${bytes}`, limits.ipLimit, 1, nowMs),
    takeDiscovery: (bytes, nowMs) => take(`discovery ${bytes}`, limits.discoveryLimit, 1, nowMs),
    takeIdentityIp: (bytes, nowMs) => take(`identity ${bytes}`, limits.identityIpLimit, 1, nowMs),
    takeMember: (id, units, nowMs) => take(`member ${id}`, limits.credentialLimit, units, nowMs),
    takeGuess: (userId, nowMs) => take(`guess ${userId}`, GUESSES_MAX, 1, nowMs),
    takeGuessIp: (bytes, nowMs) => take(`guess of ${bytes}`, GUESSES_MAX, 1, nowMs),
    giveBackGuess(userId, bytes, nowMs) {
      for (const name of [`guess ${userId}`, `guess of ${bytes}`]) {
        const key = `${Math.floor(nowMs / WINDOW_MS)} ${name}`;
        counts.set(key, Math.max(0, (counts.get(key) ?? 0) - 1));
      }
    },
  };
}

/** xorshift32: the same numbers for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

test("random takes: against the plain limiter -> the same tickets; remaining never rises", (t) => {
  const seed = seedOf(t);
  const random = randomOf(seed);
  const limits = {
    credentialLimit: 12,
    ipLimit: 7,
    discoveryLimit: 4,
    identityIpLimit: 5,
  };
  // Two limiters over one memory, used in turn, are like two threads.
  const memory = createRateLimitMemory({ credentialSlots: 4, addressSlots: 1_024 });
  const shared = [openRateLimiter(memory, limits), openRateLimiter(memory, limits)];
  const plain = plainLimiter(limits);
  const left = new Map<string, number>();
  let nowMs = NOW_MS;
  for (let step = 0; step < 60_000; step++) {
    const roll = random(1_000);
    nowMs += roll === 0 ? random(1_000) * WINDOW_MS : roll < 30 ? random(WINDOW_MS) : random(90);
    const limiter = shared[random(2)] as RateLimiter;
    const kind = random(5);
    const slot = random(4);
    const units = random(5);
    const host = random(9);
    const address = v4(10, 0, 0, host);
    const takers: ((from: RateLimiter) => RateTicket)[] = [
      (from) => from.takeCredential(slot, units, nowMs),
      (from) => from.takeIp(address, nowMs),
      (from) => from.takeDiscovery(address, nowMs),
      (from) => from.takeIdentityIp(address, nowMs),
      (from) => from.takeMember(`ses_${host}`, units, nowMs),
    ];
    const taker = takers[kind] as (from: RateLimiter) => RateTicket;
    const ticket = copy(taker(limiter));
    assert.deepEqual(ticket, taker(plain), `seed ${seed}, step ${step}`);
    const name = `${kind} ${kind === 0 ? slot : host} ${ticket.resetSeconds}`;
    assert.ok(ticket.remaining <= (left.get(name) ?? ticket.limit), `seed ${seed}, step ${step}`);
    left.set(name, ticket.remaining);
  }
});

function hammer(task: HammerTask): Promise<HammerResult> {
  const code = threadCodeOf(
    new URL("../../test/support/access/rate_limit_hammer.ts", import.meta.url),
  );
  return new Promise((resolve, reject) => {
    const worker = new Worker(code, { eval: true, workerData: task });
    worker.once("message", resolve).once("error", reject);
    worker.once("exit", () => reject(new Error("the worker ended without an answer")));
  });
}

test("4 threads: one key, one address and one member, across windows -> exactly the limit in each", async () => {
  const limits = {
    ...NO_LIMITS,
    credentialLimit: 9_000,
    ipLimit: 5_000,
  };
  const windows = Array.from({ length: 150 }, (_, at) => NOW_MS + at * WINDOW_MS);
  // So many takes that each single thread would exceed the limit.
  const task: HammerTask = {
    memory: createRateLimitMemory(SMALL),
    limits,
    slot: 3,
    units: 3,
    address: HOST,
    member: SESSION,
    takes: 5_100,
    windows,
    gate: new SharedArrayBuffer(windows.length * Int32Array.BYTES_PER_ELEMENT),
    threads: 4,
  };
  const results = await Promise.all([1, 2, 3, 4].map(() => hammer(task)));
  const total = (field: keyof HammerResult) => {
    const sums = new Map<number, number>();
    for (const result of results) {
      for (const [end, units] of result[field]) sums.set(end, (sums.get(end) ?? 0) + units);
    }
    return sums;
  };
  for (const [field, limit] of [
    ["credential", limits.credentialLimit],
    ["ip", limits.ipLimit],
    ["member", limits.credentialLimit],
  ] as const) {
    const sums = total(field);
    assert.equal(sums.size, windows.length);
    for (const sum of sums.values()) assert.equal(sum, limit);
  }
});
