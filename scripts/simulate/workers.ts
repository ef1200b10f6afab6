/**
 * Runs seeds in several processes: a process gets the next seeds as soon as its last ones are done.
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { addAll, type Coverage } from "../../test/simulator/coverage.ts";
import { programOf } from "../program.ts";
import type { SimulateOptions } from "./options.ts";

/** Seeds that a process takes at a time: half a second of work. */
const PORTION = 25;

export type Portion = { from: number; below: number; steps: number };
export type PortionResult = {
  seeds: number;
  events: number;
  coverage: [string, number][];
  wrong?: { seed: number; violation: string };
};
export type RunResult = Omit<PortionResult, "coverage"> & { coverage: Coverage };

/**
 * Resolves when every seed is done, or when a seed has a violation; then `wrong` is the lowest such
 * seed.
 */
export async function runSeeds(options: SimulateOptions): Promise<RunResult> {
  const { from, seeds, steps, processes } = options;
  const result: RunResult = { seeds: 0, events: 0, coverage: new Map() };
  let next = from;
  const nextPortion = (): Portion | undefined => {
    if (next >= from + seeds) return undefined;
    if (result.wrong !== undefined) return undefined;
    const portion = { from: next, below: Math.min(next + PORTION, from + seeds), steps };
    next = portion.below;
    return portion;
  };
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
