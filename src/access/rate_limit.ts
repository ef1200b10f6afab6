/**
 * How fast a caller may ask: budgets of requests in fixed 60-second windows. One count serves the
 * whole process, with any number of edge threads.
 * Guarantees:
 * - Exactly `limit` units of a key or address are admitted in a window, over any number of threads:
 *   a unit is admitted by one CAS that moves the count from below the limit, and the count of a
 *   window is never reset while a thread can still add to it.
 * - A take admits all its units or none of them. `remaining` never rises within a window.
 * - Where cells run out the limiter is stricter, never looser: keys and addresses that find no cell
 *   of their own share one cell.
 * - No take of a key or an address allocates: each budget has one ticket object, which must be read
 *   before the next take.
 *
 * Addresses and members stand in an open-addressing table, at most 16 probes, found by a seeded 64-bit hash: 24
 * bits in each of two tagged words, the other bits in the place. A cell belongs to one address from
 * the CAS that claims its first word until the window ends, so the first claimed match on the probe
 * path is the only match. Two addresses with equal hashes share a budget. A text goes by 128 bits of
 * its SHA-256, because whoever asks can choose it. IPv6 counts by /64, the
 * smallest network that a customer is given; an IPv4-mapped IPv6 address is the IPv4 address.
 *
 * Does not survive a restart, and does not span processes: each process counts for itself.
 */
import { hash as hashOf } from "node:crypto";
import { invariant } from "../base/invariant.ts";
import {
  ADDRESS_WORDS,
  ageOf,
  CELL_CURRENT,
  CELL_NEWER,
  CELL_STALE,
  type CellAge,
  cellOf,
  enterWindow,
  openRateWords,
  PAYLOAD_MASK,
  type RateLimitMemory,
  type RateWords,
  tickOf,
  windowEndMs,
} from "./rate_window.ts";

/** Largest limit: a count has 24 bits. */
export const RATE_LIMIT_MAX = 16_000_000;
/** Cells that a take looks at before the address takes from the shared cell. */
export const ADDRESS_PROBES_MAX = 16;

/** Units in 60 seconds; 0 switches a budget off. */
export type RateLimits = {
  /** Of a Product key, and of a session or token of a member. */
  credentialLimit: number;
  ipLimit: number;
  discoveryLimit: number;
  /** Of an address, for sign-up, log-in and what else knows nobody yet. */
  identityIpLimit: number;
};

export type RateTicket = {
  readonly allowed: boolean;
  /** 0: the budget is off, and the response carries no rate headers. */
  readonly limit: number;
  /** Units left in this window after this take. */
  readonly remaining: number;
  /** When the window ends: Unix seconds. */
  readonly resetSeconds: number;
  /** Whole seconds, at least 1, until the next window begins; 0 when the take was allowed. */
  readonly retryAfterSeconds: number;
};

export type RateLimiter = {
  /** Takes `units` from the budget of the key in `slot`; 0 units only look at the budget. */
  takeCredential(slot: number, units: number, nowMs: number): RateTicket;
  /**
   * Takes 1 unit from the budget of an address of 4 or 16 bytes; all other lengths share a budget.
   */
  takeIp(addressBytes: Uint8Array, nowMs: number): RateTicket;
  /** Takes 1 unit from the address's budget for documents and GraphQL, which is counted apart. */
  takeDiscovery(addressBytes: Uint8Array, nowMs: number): RateTicket;
  /** Takes 1 unit from the address's budget for sign-up and log-in, which is counted apart. */
  takeIdentityIp(addressBytes: Uint8Array, nowMs: number): RateTicket;
  /**
   * Takes `units` from the budget of a session or token, by its id, which has no slot; as many as a
   * key has. 0 units only look at the budget.
   */
  takeMember(id: string, units: number, nowMs: number): RateTicket;
  /** Takes a guess of a person, by id. */
  takeGuess(userId: string, nowMs: number): RateTicket;
  /** Takes a guess of an address. */
  takeGuessIp(addressBytes: Uint8Array, nowMs: number): RateTicket;
  /** Gives the guess back to both, where it was right and the window has not ended. */
  giveBackGuess(userId: string, addressBytes: Uint8Array, nowMs: number): void;
};

/** Wrong guesses of a person, and of an address, in a window (api.md, 2.8: "5 wrong -> lock"). */
export const GUESSES_MAX = 5;

/** The ticket of a budget that is switched off. */
export const UNLIMITED: RateTicket = Object.freeze({
  allowed: true,
  limit: 0,
  remaining: 0,
  resetSeconds: 0,
  retryAfterSeconds: 0,
});

/** A limiter over `memory`; each thread opens its own. A ticket is valid until the next take. */
export function openRateLimiter(memory: RateLimitMemory, limits: RateLimits): RateLimiter {
  const rates = openRateWords(memory);
  const credential = openBudget(limits.credentialLimit);
  const ip = openBudget(limits.ipLimit);
  const discovery = openBudget(limits.discoveryLimit);
  const identityIp = openBudget(limits.identityIpLimit);
  const member = openBudget(limits.credentialLimit);
  const guess = openBudget(GUESSES_MAX);
  const guessIp = openBudget(GUESSES_MAX);
  const { credentialSlots, credentialsAt, overflowAt } = rates;
  const hash: CellHash = { low: 0, high: 0 };

  function takeAddress(
    budget: Budget,
    kind: number,
    addressBytes: Uint8Array,
    nowMs: number,
  ): RateTicket {
    if (budget.limit === 0) return UNLIMITED;
    hashAddress(rates, kind, addressBytes, hash);
    return takeHashed(budget, kind, 1, nowMs);
  }

  function takeText(
    budget: Budget,
    kind: number,
    text: string,
    units: number,
    nowMs: number,
  ): RateTicket {
    if (budget.limit === 0) return UNLIMITED;
    hashText(rates, kind, text, hash);
    return takeHashed(budget, kind, units, nowMs);
  }

  /** Takes from the budget of what `hash` holds the hash of. */
  function takeHashed(budget: Budget, kind: number, units: number, nowMs: number): RateTicket {
    for (;;) {
      const clock = enterWindow(rates, nowMs);
      const at = claimCell(rates, hash, tickOf(clock));
      if (at === AGAIN) continue;
      const cellAt = at === NO_CELL ? overflowAt + kind : at;
      if (take(rates, cellAt, clock, budget, units, nowMs)) return budget;
    }
  }

  return {
    takeCredential(slot, units, nowMs) {
      if (credential.limit === 0) return UNLIMITED;
      assertUnits(units);
      const cellAt = slot >= 0 && slot < credentialSlots ? credentialsAt + slot : overflowAt;
      for (;;) {
        const clock = enterWindow(rates, nowMs);
        if (take(rates, cellAt, clock, credential, units, nowMs)) return credential;
      }
    },
    takeIp: (addressBytes, nowMs) => takeAddress(ip, IP, addressBytes, nowMs),
    takeDiscovery: (addressBytes, nowMs) => takeAddress(discovery, DISCOVERY, addressBytes, nowMs),
    takeIdentityIp: (addressBytes, nowMs) =>
      takeAddress(identityIp, IDENTITY_IP, addressBytes, nowMs),
    takeMember(id, units, nowMs) {
      assertUnits(units);
      return takeText(member, MEMBER, id, units, nowMs);
    },
    takeGuess: (userId, nowMs) => takeText(guess, GUESS, userId, 1, nowMs),
    takeGuessIp: (addressBytes, nowMs) => takeAddress(guessIp, GUESS_IP, addressBytes, nowMs),
    giveBackGuess(userId, addressBytes, nowMs) {
      takeText(guess, GUESS, userId, -1, nowMs);
      hashAddress(rates, GUESS_IP, addressBytes, hash);
      takeHashed(guessIp, GUESS_IP, -1, nowMs);
    },
  };
}

/**
 * Kinds of budgets in the table of addresses; also the places of their shared cells, behind the shared
 * cell of keys.
 */
const IP = 1;
const DISCOVERY = 2;
const IDENTITY_IP = 3;
const MEMBER = 4;
const GUESS = 5;
const GUESS_IP = 6;
/** More than there are kinds: a hash is of a family and a kind. */
const KINDS = 8;
/** `claimCell` found that all probed cells belong to others. */
const NO_CELL = -1;
/** `claimCell` found that a newer window has begun. */
const AGAIN = -2;

/** The ticket of one budget, reused for every take. */
type Budget = { -readonly [field in keyof RateTicket]: RateTicket[field] };
type CellHash = { low: number; high: number };

function assertUnits(units: number): void {
  invariant(Number.isSafeInteger(units) && units >= 0, "units are a whole number from 0");
}

function openBudget(limit: number): Budget {
  const inRange = Number.isSafeInteger(limit) && limit >= 0 && limit <= RATE_LIMIT_MAX;
  invariant(inRange, "a rate limit is a whole number from 0 to 16,000,000");
  return { allowed: true, limit, remaining: limit, resetSeconds: 0, retryAfterSeconds: 0 };
}

/**
 * Counts in one cell and fills the ticket. False when a newer window began: nothing was counted.
 */
function take(
  { words }: RateWords,
  at: number,
  clock: number,
  budget: Budget,
  units: number,
  nowMs: number,
): boolean {
  const tick = tickOf(clock);
  const { limit } = budget;
  let count: number;
  for (;;) {
    const cell = Atomics.load(words, at);
    const age = ageOf(words, cell, tick);
    if (age === CELL_NEWER) return false;
    count = age === CELL_CURRENT ? cell & PAYLOAD_MASK : 0;
    // What is given back after its window has ended is not counted in the next.
    if (units === 0 || count + units > limit || count + units < 0) break;
    const next = cellOf(tick, count + units);
    if (Atomics.compareExchange(words, at, cell, next) === cell) break;
  }
  const endMs = windowEndMs(clock, nowMs);
  budget.allowed = count + units <= limit;
  budget.remaining = budget.allowed ? limit - count - units : Math.max(0, limit - count);
  budget.resetSeconds = endMs / 1_000;
  budget.retryAfterSeconds = budget.allowed ? 0 : Math.ceil((endMs - nowMs) / 1_000);
  return true;
}

/**
 * Where the count of this hash stands in this window; claims a cell for a hash that has none yet.
 */
function claimCell(rates: RateWords, hash: CellHash, tick: number): number {
  const { words, addressesAt, addressSlots } = rates;
  const mask = addressSlots - 1;
  // A payload of 0 would be an empty cell, so the lowest bit of each half is set in a claimed cell.
  const first = cellOf(tick, (hash.low >>> 8) | 1);
  const second = cellOf(tick, (hash.high >>> 8) | 1);
  const step = (hash.high << 1) | 1;
  let slot = (hash.low ^ Math.imul(hash.high, 0x9e3779b1)) & mask;
  for (let probe = 0; probe < ADDRESS_PROBES_MAX; probe++) {
    const at = addressesAt + slot * ADDRESS_WORDS;
    const firstHeld = claim(words, at, first, tick);
    if (firstHeld === CELL_NEWER) return AGAIN;
    if (firstHeld === CELL_CURRENT) {
      const secondHeld = claim(words, at + 1, second, tick);
      if (secondHeld === CELL_NEWER) return AGAIN;
      if (secondHeld === CELL_CURRENT) return at + 2;
    }
    slot = (slot + step) & mask;
  }
  return NO_CELL;
}

/**
 * Claims one word. CELL_CURRENT: the word is `wanted` now; CELL_STALE: another address has it;
 * CELL_NEWER: a newer window has begun.
 */
function claim(words: Int32Array, at: number, wanted: number, tick: number): CellAge {
  for (;;) {
    const cell = Atomics.load(words, at);
    if (cell === wanted) return CELL_CURRENT;
    const age = ageOf(words, cell, tick);
    if (age === CELL_NEWER) return CELL_NEWER;
    if (age === CELL_CURRENT) return CELL_STALE;
    if (Atomics.compareExchange(words, at, cell, wanted) === cell) return CELL_CURRENT;
  }
}

/** Fills `hash` with 64 bits of the budget's kind and the address, under the memory's seed. */
function hashAddress(rates: RateWords, kind: number, bytes: Uint8Array, hash: CellHash): void {
  if (bytes.length === 4 || isMappedIpv4(bytes)) {
    mixInto(hash, rates, 4 * KINDS + kind, wordAt(bytes, bytes.length - 4), 0);
  } else if (bytes.length === 16) {
    mixInto(hash, rates, 6 * KINDS + kind, wordAt(bytes, 0), wordAt(bytes, 4));
  } else {
    mixInto(hash, rates, kind, 0, 0);
  }
}

/** Fills `hash` with 64 bits of the budget's kind and 128 bits of the text's SHA-256. */
function hashText(rates: RateWords, kind: number, text: string, hash: CellHash): void {
  const bytes = hashOf("sha256", text, "buffer");
  mixInto(hash, rates, KINDS + kind, wordAt(bytes, 0), wordAt(bytes, 4));
  const { low, high } = hash;
  hash.low = mix(low ^ wordAt(bytes, 8));
  hash.high = mix(high ^ wordAt(bytes, 12) ^ hash.low);
}

function mixInto(
  hash: CellHash,
  { seedLow, seedHigh }: RateWords,
  family: number,
  a: number,
  b: number,
): void {
  let low = mix(seedLow ^ a);
  let high = mix(seedHigh ^ b ^ low ^ Math.imul(family, 0x9e3779b1));
  low = mix(low ^ Math.imul(high, 0x85ebca6b));
  high = mix(high ^ Math.imul(low, 0xc2b2ae35));
  hash.low = low;
  hash.high = high;
}

/** RFC 4291 section 2.5.5.2: 80 bits of zero, 16 of one, then the IPv4 address. */
function isMappedIpv4(bytes: Uint8Array): boolean {
  if (bytes.length !== 16 || bytes[10] !== 0xff || bytes[11] !== 0xff) return false;
  for (let at = 0; at < 10; at++) if (bytes[at] !== 0) return false;
  return true;
}

function wordAt(bytes: Uint8Array, at: number): number {
  const high = ((bytes[at] as number) << 24) | ((bytes[at + 1] as number) << 16);
  return high | ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number);
}

/**
 * The finisher of MurmurHash3: every bit of the input moves every bit of the output. 32 bits
 * signed.
 */
function mix(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
