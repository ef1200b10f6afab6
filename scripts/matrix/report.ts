/** The report of the matrix: one line for each Node on each system, a column for each step. */
import type { Machine } from "../../src/http/native_build.mjs";

export type Result = {
  step: string;
  seconds: number;
  /** What was not as it should be. */
  fault: string | undefined;
  /** True: the step had to be refused. */
  isRefusal: boolean;
};
export type Cell = { system: string; machine: Machine; release: string; results: Result[] };

export function reportOf(cells: readonly Cell[]): string {
  const lines = cells.map(({ system, machine, release, results }) => {
    const where = `${system} (glibc ${machine.glibc}), Node ${machine.node}`;
    const isRefused = results.every(({ isRefusal }) => isRefusal);
    const what = isRefused ? "must refuse" : `uWebSockets.js ${release}`;
    return `${where}, ${what}: ${results.map(textOf).join(", ")}`;
  });
  const faults = cells.flatMap(({ results }) => results).filter(({ fault }) => fault !== undefined);
  const end = faults.length === 0 ? "all as it should be" : `${faults.length} not as it should be`;
  return `${[...lines, end].join("\n")}\n`;
}

function textOf({ step, seconds, fault, isRefusal }: Result): string {
  if (fault !== undefined) return `${step} FAILED (${fault})`;
  return isRefusal ? `${step} refused` : `${step} ok in ${seconds.toFixed(0)} s`;
}
