/**
 * Budgets in the table of addresses: which addresses are one, what is counted apart, and what happens
 * where the cells run out.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  GUESSES_MAX,
  openRateLimiter,
  type RateLimiter,
  type RateLimits,
  type RateTicket,
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
const SMALL: RateLimitCapacity = { credentialSlots: 8, addressSlots: 1_024 };
const SESSION = "ses_01jcx2q9d8k3m5n7p9r2s4t6v8";

const open = (limits: Partial<RateLimits> = {}, capacity: Partial<RateLimitCapacity> = {}) =>
  openRateLimiter(createRateLimitMemory({ ...SMALL, ...capacity }), { ...LIMITS, ...limits });
const v4 = (...bytes: number[]) => Uint8Array.from(bytes);
function v6(...groups: number[]): Uint8Array {
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}
const copy = (ticket: RateTicket): RateTicket => ({ ...ticket });

const HOST = v4(192, 0, 2, 1);
const ADDRESSES: [string, Uint8Array, Uint8Array, boolean][] = [
  ["one IPv4 address", HOST, v4(192, 0, 2, 1), true],
  ["two IPv4 addresses", HOST, v4(192, 0, 2, 2), false],
  ["IPv4 and the same mapped", HOST, v6(0, 0, 0, 0, 0, 0xffff, 0xc000, 0x0201), true],
  ["IPv4 and another mapped", HOST, v6(0, 0, 0, 0, 0, 0xffff, 0xc000, 0x0202), false],
  ["two mapped", v6(0, 0, 0, 0, 0, 0xffff, 1, 1), v6(0, 0, 0, 0, 0, 0xffff, 1, 2), false],
  ["one /64", v6(0x2001, 0xdb8, 0, 1, 0, 0, 0, 1), v6(0x2001, 0xdb8, 0, 1, 9, 9, 9, 9), true],
  ["two /64", v6(0x2001, 0xdb8, 0, 1, 0, 0, 0, 1), v6(0x2001, 0xdb8, 0, 2, 0, 0, 0, 1), false],
  ["IPv4 and IPv6 of the same bytes", HOST, v6(0xc000, 0x0201, 0, 0, 0, 0, 0, 0), false],
  ["::ffff:0:0/96 but for one bit", HOST, v6(0, 0, 0, 0, 0, 0xfffe, 0xc000, 0x0201), false],
  ["two of no known length", v4(), v4(1, 2, 3), true],
];
for (const [what, first, second, isShared] of ADDRESSES) {
  test(`addresses: ${what} -> ${isShared ? "one budget" : "two budgets"}`, () => {
    const limiter = open();
    for (let at = 0; at < 4; at++) limiter.takeIp(first, NOW_MS);
    assert.equal(limiter.takeIp(first, NOW_MS).allowed, false);
    assert.equal(limiter.takeIp(second, NOW_MS).allowed, !isShared);
  });
}

test("discovery: IP budget of the same address spent -> counted apart", () => {
  const limiter = open();
  for (let at = 0; at < 5; at++) limiter.takeIp(HOST, NOW_MS);
  const allowed = [1, 2, 3, 4].map(() => limiter.takeDiscovery(HOST, NOW_MS).allowed);
  assert.deepEqual(allowed, [true, true, true, false]);
});

/** Takes that may not touch each other's budgets: one address, one text, in all five of their table. */
const TABLE_TAKES: Readonly<Record<string, [limit: number, (from: RateLimiter) => RateTicket]>> = {
  ip: [4, (from) => from.takeIp(HOST, NOW_MS)],
  discovery: [3, (from) => from.takeDiscovery(HOST, NOW_MS)],
  "identity IP": [2, (from) => from.takeIdentityIp(HOST, NOW_MS)],
  member: [5, (from) => from.takeMember(SESSION, 1, NOW_MS)],
};
for (const [name, [limit, takeSpent]] of Object.entries(TABLE_TAKES)) {
  test(`budgets: ${name} spent -> refused after ${limit}; the others are whole`, () => {
    const limiter = open();
    for (let at = 0; at < limit; at++) assert.equal(takeSpent(limiter).allowed, true);
    assert.deepEqual(
      [takeSpent(limiter).allowed, takeSpent(limiter).retryAfterSeconds],
      [false, 59],
    );
    for (const [other, [whole, takeOther]] of Object.entries(TABLE_TAKES)) {
      if (other !== name) assert.equal(takeOther(limiter).remaining, whole - 1, other);
    }
    assert.equal(limiter.takeCredential(0, 1, NOW_MS).remaining, 4);
  });
}

test("texts: any two that differ -> two budgets; the empty one and 1 MB have one too", () => {
  const texts = ["", "a", "ada@example.com", "adb@example.com", "a".repeat(1_000_000), "\ud800"];
  const limiter = open({ credentialLimit: 1 });
  for (const text of texts) {
    assert.equal(limiter.takeMember(text, 1, NOW_MS).allowed, true);
    assert.equal(limiter.takeMember(text, 1, NOW_MS).allowed, false);
  }
});

test("member: units -> all of them or none; 0 only look", () => {
  const limiter = open();
  assert.equal(limiter.takeMember(SESSION, 3, NOW_MS).remaining, 2);
  assert.deepEqual(copy(limiter.takeMember(SESSION, 3, NOW_MS)), {
    allowed: false,
    limit: 5,
    remaining: 2,
    resetSeconds: (MINUTE + 1) * 60,
    retryAfterSeconds: 59,
  });
  assert.equal(limiter.takeMember(SESSION, 0, NOW_MS).remaining, 2);
  assert.equal(limiter.takeMember(SESSION, 2, NOW_MS).allowed, true);
  assert.equal(limiter.takeMember("ses_another", 5, NOW_MS).allowed, true);
});

test("table of addresses: more guesses and members than cells -> never looser", () => {
  const limiter = open({ credentialLimit: GUESSES_MAX }, { addressSlots: 64 });
  let guesses = 0;
  let members = 0;
  for (let round = 0; round < 3; round++) {
    for (let at = 0; at < 200; at++) {
      if (limiter.takeGuess(`usr_${at}`, NOW_MS).allowed) guesses++;
      if (limiter.takeMember(`ses_${at}`, 1, NOW_MS).allowed) members++;
    }
  }
  // All cells, and the shared cell of each budget.
  const admitted = guesses + members;
  assert.ok(admitted <= (64 + 2) * GUESSES_MAX, `${guesses} and ${members} admitted`);
  assert.ok(admitted > 64, `${guesses} and ${members} admitted`);
});

test("address table: more addresses than cells -> the rest share one budget, never looser", () => {
  const limiter = open({ ipLimit: 2 }, { addressSlots: 64 });
  let admitted = 0;
  for (let round = 0; round < 3; round++) {
    for (let host = 0; host < 200; host++) {
      if (limiter.takeIp(v4(10, 0, 0, host), NOW_MS).allowed) admitted++;
    }
  }
  assert.ok(admitted <= 64 * 2 + 2, `${admitted} admitted`);
  assert.ok(admitted > 64, `${admitted} admitted`);
});

test("address table: full in one window -> its cells are free in the next", () => {
  const limiter = open({ ipLimit: 1 }, { addressSlots: 64 });
  for (let window = 0; window < 300; window++) {
    const nowMs = NOW_MS + window * WINDOW_MS;
    for (let host = 0; host < 8; host++) {
      assert.equal(limiter.takeIp(v4(10, window >> 8, window, host), nowMs).allowed, true);
    }
    for (let host = 8; host < 108; host++) limiter.takeIp(v4(10, window >> 8, window, host), nowMs);
    assert.equal(limiter.takeIp(v4(10, window >> 8, window, 0), nowMs).allowed, false);
  }
});
