/** How the clients of a seed behave, and what a request is made of. */
import type { Realm } from "./model/model.ts";
import type { Random } from "./random.ts";

export type Habits = {
  random: Random;
  nowMs: () => number;
  /** All realms, as a source of ids that belong to others. */
  realms(): readonly Realm[];
  /** Amounts come near the largest balance. */
  hasLargeAmounts: boolean;
  /** Many holds are left to the clock, which is advanced often and far. */
  hasManyHolds: boolean;
  /** Some of the requests are about webhooks. */
  hasWebhooks: boolean;
  /** Some of the requests are about verifications, and a sandbox's clock goes on by days now and then. */
  hasVerifications: boolean;
  /** Some of the requests are about what banks do, and a sandbox's clock goes on by days now and then. */
  hasBank: boolean;
  /** The Products run a program, and some of the requests are about its objects. */
  hasProgram: boolean;
  /** The probability that a request is hostile, 0 to 1. */
  hostility: number;
};

export type Draft = { path?: string[]; body?: Record<string, unknown> };
