/** The simulator at a small size: no violation, full coverage, the same world from the same seed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runSeeds } from "../../scripts/simulate/workers.ts";
import { askedSeed, failedSeeds } from "../support/seeds.ts";
import { usualNames } from "./coverage.ts";
import { runSeed } from "./world.ts";

/**
 * Seeds of the test, some 100 ms of CPU each: twice as many as it takes to meet everything. Those that
 * ever failed come after them; SEED replays one alone. The long run is `npm run simulate`.
 */
const SEEDS = 400;
const STEPS = 50;
const PATH = "test/simulator/simulator.test.ts";

/*
 * The seeds run in a process of their own: Node's test runner hooks into every promise of the process
 * that it runs tests in, and a seed needs half as much processor time again there.
 */
test(`simulator: ${SEEDS} seeds -> as the model says at every step; each operation, read and fault met`, async () => {
  const asked = askedSeed();
  const first = asked === undefined ? [{ from: 1, seeds: SEEDS }] : [];
  const others = asked === undefined ? (failedSeeds()[PATH] ?? []) : [asked];
  const ranges = [...first, ...others.map((from) => ({ from, seeds: 1 }))];
  const { seeds, coverage, wrong } = await runSeeds({ ranges, steps: STEPS, processes: 1 });
  const again = `npm run simulate -- --seed ${wrong?.seed} --steps ${STEPS}`;
  assert.equal(wrong?.violation, undefined, again);
  assert.equal(seeds, (first[0]?.seeds ?? 0) + others.length);
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
