/** The recorded results: one JSON line for each row and run, appended, never changed. */
import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import type { Generator } from "./load.ts";
import type { Settings } from "./row.ts";
import type { Measured } from "./run_row.ts";

const RESULTS = join(import.meta.dirname, "results.jsonl");

export type Machine = {
  cpu: string;
  cores: number;
  memoryGiB: number;
  platform: string;
  node: string;
};

/** One line of `results.jsonl`. */
export type Recorded = Measured & {
  date: string;
  commit: string;
  /** True when the sources differed from the commit. */
  dirty: boolean;
  machine: Machine;
  generator: Generator;
  size: Settings["size"];
  connections: number;
  accounts: number;
};

/** Appends the line of one measured row, so that the failure of a later row loses nothing. */
export function record(measured: Measured, settings: Settings, path = RESULTS): Recorded {
  const { generator, size, connections, accounts } = settings;
  const result: Recorded = {
    ...measured,
    date: new Date().toISOString(),
    ...source(),
    machine: machine(),
    generator,
    size,
    connections,
    accounts,
  };
  appendFileSync(path, `${JSON.stringify(result)}\n`);
  return result;
}

/**
 * The newest line of each row. Lines of the first format, which had one row only, have no `row`.
 */
export function newestResults(path = RESULTS): Map<string, Recorded> {
  const newest = new Map<string, Recorded>();
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line === "") continue;
    const result = JSON.parse(line) as Recorded | { row?: undefined };
    if (result.row !== undefined) newest.set(result.row, result);
  }
  return newest;
}

function source(): Pick<Recorded, "commit" | "dirty"> {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: import.meta.dirname, encoding: "utf8" }).trim();
  return {
    commit: git("rev-parse", "--short=12", "HEAD"),
    // Files that recording itself writes (results, plots, tables) do not count as changed sources.
    dirty: git("status", "--porcelain", "--", "../src", "../wal", "./*.ts", "../scripts") !== "",
  };
}

function machine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  };
}
