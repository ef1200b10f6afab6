/**
 * The seeds from which tests choose at random. They are fixed, so that no change fails a check by luck that
 * the change before it passed; `npm run search` looks with new ones. A seed that ever failed is in
 * `test/failed_seeds.json`, and `npm test` runs the test file once more with it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";

const FIXED_SEED = 1;
const FAILED_SEEDS = join(import.meta.dirname, "../failed_seeds.json");

/** The seed that the environment variable SEED asks for; undefined where nobody asks for one. */
export function askedSeed(): number | undefined {
  const { SEED } = process.env;
  if (SEED === undefined) return undefined;
  if (!/^\d{1,9}$/.test(SEED))
    throw new Error(`SEED is a number below 1,000,000,000, not "${SEED}"`);
  return Number(SEED);
}

/** The seed of every random test of this process. */
export function usedSeed(): number {
  return askedSeed() ?? FIXED_SEED;
}

/** The same, shown in the test's report. */
export function seedOf(test: TestContext): number {
  const seed = usedSeed();
  test.diagnostic(`SEED=${seed}`);
  return seed;
}

/** By path of a test file: the seeds with which it ever failed. */
export function failedSeeds(): Readonly<Record<string, readonly number[]>> {
  return JSON.parse(readFileSync(FAILED_SEEDS, "utf8"));
}
