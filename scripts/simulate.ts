/**
 * `npm run simulate`: runs many seeds of the simulator (test/simulator) on all cores, or one seed
 * again and prints its events.
 */
import { writeFileSync } from "node:fs";
import { allNames, type Coverage, usualNames } from "../test/simulator/coverage.ts";
import { parseSimulateOptions, SIMULATE_USAGE, type SimulateOptions } from "./simulate/options.ts";
import { coverageTable } from "./simulate/table.ts";
import { runSeeds } from "./simulate/workers.ts";

/**
 * With this many seeds or more, whatever the first seed is, the run must meet every name of
 * `allNames`: the rarest one comes about once in 1,000 seeds.
 */
const LONG_RUN_SEEDS = 20_000;
/**
 * With this many seeds or more the run must have met every operation, read and fault: the rarest of
 * them comes about five times in 1,000 seeds.
 */
const USUAL_SEEDS = 3_000;

const options = parseSimulateOptions(process.argv.slice(2));
if (options === "help") process.stdout.write(SIMULATE_USAGE);
else if ("message" in options) {
  process.stderr.write(`${options.message}\n${SIMULATE_USAGE}`);
  process.exitCode = 2;
} else if (options.guards) await writeGuards();
else if (options.seed !== undefined) await replayOne(options.seed, options.steps);
else await runMany(options);

async function replayOne(seed: number, steps: number): Promise<void> {
  // The simulator is all of the platform: it is loaded where this process runs a seed itself.
  const { runSeed } = await import("../test/simulator/world.ts");
  const trace = (line: string) => process.stdout.write(`${line}\n`);
  const { violation, events } = await runSeed({ seed, steps, trace });
  trace(`seed ${seed}, ${steps} steps, ${events} events: ${violation ?? "nothing wrong"}`);
  if (violation !== undefined) process.exitCode = 1;
}

async function runMany(asked: SimulateOptions): Promise<void> {
  const startedMs = performance.now();
  const { seeds, events, coverage, wrong } = await runSeeds({ ...asked, ranges: [asked] });
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  if (wrong !== undefined) {
    const again = `npm run simulate -- --seed ${wrong.seed} --steps ${asked.steps}`;
    process.stdout.write(`seed ${wrong.seed}: ${wrong.violation}\nreplay it: ${again}\n`);
    process.exitCode = 1;
    return;
  }
  process.stdout.write(coverageTable(coverage));
  process.stdout.write(
    `${seeds} of ${asked.seeds} seeds from ${asked.from} in ${seconds} s, ${events} events: nothing wrong\n`,
  );
  const missing = missingOf(coverage, seeds);
  if (missing.length === 0) return;
  process.stdout.write(`never met: ${missing.join("; ")}\n`);
  process.exitCode = 1;
}

/** Writes a seed for each guard, and exits with 1 where the simulator misses one of them no more. */
async function writeGuards(): Promise<void> {
  const { guardsOf, MISSED, MISSED_SEEDS_FILE, seedThatMisses } = await import(
    "../test/simulator/missed.ts"
  );
  const seeds: Record<string, number> = {};
  for (const area of Object.keys(MISSED)) {
    for (const guard of guardsOf(area)) {
      const seed = await seedThatMisses(area, guard);
      process.stdout.write(`${guard}: ${seed ?? "no seed misses it"}\n`);
      if (seed === undefined) process.exitCode = 1;
      else seeds[guard] = seed;
    }
  }
  writeFileSync(MISSED_SEEDS_FILE, `${JSON.stringify(seeds, null, 2)}\n`);
}

/**
 * The names that a run of so many seeds should have met and did not; a run of fewer than
 * `USUAL_SEEDS` seeds need not meet any.
 */
function missingOf(coverage: Coverage, seeds: number): string[] {
  const usual = seeds >= USUAL_SEEDS ? usualNames() : [];
  const names = seeds >= LONG_RUN_SEEDS ? allNames() : usual;
  return names.filter((name) => !coverage.has(name));
}
