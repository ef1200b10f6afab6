/** The simulator at a small size: no violation, full coverage, the same world from the same seed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addAll, type Coverage, usualNames } from "./coverage.ts";
import { runSeed } from "./world.ts";

/**
 * Seeds of the test, some 100 ms of CPU each: twice as many as it takes to meet everything. The long
 * run is `npm run simulate`.
 */
const SEEDS = 200;
const STEPS = 50;

test(`simulator: ${SEEDS} seeds -> as the model says at every step; each operation, read and fault met`, async () => {
  const coverage: Coverage = new Map();
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { violation, coverage: met } = await runSeed({ seed, steps: STEPS });
    assert.equal(violation, undefined, `npm run simulate -- --seed ${seed} --steps ${STEPS}`);
    addAll(coverage, met);
  }
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
