/** The simulator at a small size: no violation, full coverage, the same world from the same seed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { askedSeed, failedSeeds } from "../support/seeds.ts";
import { addAll, type Coverage, usualNames } from "./coverage.ts";
import { runSeed } from "./world.ts";

/**
 * Seeds of the test, some 100 ms of CPU each: twice as many as it takes to meet everything. Those that
 * ever failed come after them; SEED replays one alone. The long run is `npm run simulate`.
 */
const SEEDS = 200;
const STEPS = 50;
const PATH = "test/simulator/simulator.test.ts";

test(`simulator: ${SEEDS} seeds -> as the model says at every step; each operation, read and fault met`, async () => {
  const coverage: Coverage = new Map();
  const asked = askedSeed();
  const first = Array.from({ length: SEEDS }, (_, before) => before + 1);
  const seeds = asked === undefined ? [...first, ...(failedSeeds()[PATH] ?? [])] : [asked];
  for (const seed of seeds) {
    const { violation, coverage: met } = await runSeed({ seed, steps: STEPS });
    assert.equal(violation, undefined, `npm run simulate -- --seed ${seed} --steps ${STEPS}`);
    addAll(coverage, met);
  }
  if (asked !== undefined) return;
  const missing = usualNames().filter((name) => !coverage.has(name));
  assert.deepEqual(missing, []);
});

test("simulator: one seed twice -> the same world, event by event", async () => {
  const [one, two] = [await traceOf(9), await traceOf(9)];
  assert.ok(one.length > 100);
  assert.deepEqual(one, two);
  assert.notDeepEqual(await traceOf(8), one);
});

async function traceOf(seed: number): Promise<string[]> {
  const lines: string[] = [];
  const trace = (line: string) => lines.push(line);
  await runSeed({ seed, steps: STEPS, trace });
  return lines;
}
