/**
 * Runs seeds in several processes: a process gets the next seeds as soon as its last ones are done.
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { addAll, type Coverage } from "../../test/simulator/coverage.ts";
import { programOf } from "../program.ts";

/** Seeds that a process takes at a time: half a second of work. */
const PORTION = 25;

export type Portion = { from: number; below: number; steps: number };
export type PortionResult = {
  seeds: number;
  events: number;
  coverage: [string, number][];
  wrong?: { seed: number; violation: string };
};
export type RunOptions = {
  /** The seeds, as ranges of `seeds` that follow each other, beginning with `from`. */
  ranges: readonly { from: number; seeds: number }[];
  steps: number;
  processes: number;
};
export type RunResult = Omit<PortionResult, "coverage"> & { coverage: Coverage };

/**
 * Resolves when every seed is done, or when a seed has a violation; then `wrong` is the lowest such
 * seed.
 */
export async function runSeeds(options: RunOptions): Promise<RunResult> {
  const { ranges, steps, processes } = options;
  const result: RunResult = { seeds: 0, events: 0, coverage: new Map() };
  const portions = portionsOf(ranges, steps);
  const nextPortion = () =>
    result.wrong === undefined ? (portions.next().value as Portion | undefined) : undefined;
  const take = (done: PortionResult): void => {
    result.seeds += done.seeds;
    result.events += done.events;
    addAll(result.coverage, done.coverage);
    const { wrong } = done;
    const isLower = wrong !== undefined && wrong.seed < (result.wrong?.seed ?? Infinity);
    if (isLower) result.wrong = wrong;
  };
  await Promise.all(Array.from({ length: processes }, () => drive(nextPortion, take)));
  return result;
}

function* portionsOf(ranges: RunOptions["ranges"], steps: number): Generator<Portion> {
  for (const { from, seeds } of ranges) {
    const end = from + seeds;
    for (let first = from; first < end; first += PORTION) {
      yield { from: first, below: Math.min(first + PORTION, end), steps };
    }
  }
}

/** Runs one process until no seeds are left for it. Rejects when the process dies. */
function drive(
  nextPortion: () => Portion | undefined,
  take: (done: PortionResult) => void,
): Promise<void> {
  const { file, options } = programOf(join(import.meta.dirname, "worker.ts"));
  const child: ChildProcess = fork(file, { execArgv: options });
  return new Promise((resolve, reject) => {
    const feed = (): void => {
      const portion = nextPortion();
      if (portion !== undefined) child.send(portion);
      else child.disconnect();
    };
    child.on("message", (done: PortionResult) => {
      take(done);
      feed();
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`a simulating process ended with ${code ?? signal}`));
    });
    feed();
  });
}
