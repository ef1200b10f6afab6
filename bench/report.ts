/** What the bench says at the end: medians and spread of the turns, as text and as one JSON line. */
import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import type { Generator, LoadResult, LoadShape } from "./load.ts";

const RESULTS = join(import.meta.dirname, "results.jsonl");

/** One turn of the server and the turn of the ceiling that followed it. */
export type Pair = { server: LoadResult; ceiling: LoadResult };
/** Median, lowest and highest of the turns. */
export type Spread = { median: number; low: number; high: number };
export type Summary = {
  perSecond: Spread;
  p50Ms: Spread;
  p99Ms: Spread;
  ceilingPerSecond: Spread;
  /** Server by ceiling, pair by pair: neighbours in time share the machine's mood. */
  ratio: Spread;
};

export function summarize(pairs: readonly Pair[]): Summary {
  return {
    perSecond: spreadOf(pairs.map(({ server }) => server.perSecond)),
    p50Ms: spreadOf(pairs.map(({ server }) => server.p50Ms)),
    p99Ms: spreadOf(pairs.map(({ server }) => server.p99Ms)),
    ceilingPerSecond: spreadOf(pairs.map(({ ceiling }) => ceiling.perSecond)),
    ratio: spreadOf(pairs.map(({ server, ceiling }) => server.perSecond / ceiling.perSecond)),
  };
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const lower = sorted[Math.floor(middle)] ?? Number.NaN;
  const upper = sorted[Math.ceil(middle)] ?? Number.NaN;
  return {
    median: (lower + upper) / 2,
    low: sorted[0] ?? Number.NaN,
    high: sorted.at(-1) ?? Number.NaN,
  };
}

/** Two headline numbers, then the ceiling and the ratio. */
export function textOf(summary: Summary): string {
  const { perSecond, p99Ms, ceilingPerSecond, ratio } = summary;
  return [
    `durable transfers per second  ${line(perSecond, whole)}`,
    `p99 ms                        ${line(p99Ms, (value) => value.toFixed(1))}`,
    `bare uWS ceiling per second   ${line(ceilingPerSecond, whole)}`,
    `ratio to the ceiling          ${line(ratio, (value) => value.toFixed(2))}`,
  ].join("\n");
}

/** One line of `results.jsonl`. */
export type Recorded = Summary &
  LoadShape & {
    bench: "transfers";
    date: string;
    commit: string;
    /** The sources differed from the commit. */
    dirty: boolean;
    machine: { cpu: string; cores: number; memoryGiB: number; platform: string; node: string };
    generator: Generator;
    pairs: number;
  };

/** Appends one line to `results.jsonl`, never touching what stands there; returns it. */
export function record(
  summary: Summary,
  generator: Generator,
  shape: LoadShape,
  pairs: number,
): Recorded {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: import.meta.dirname, encoding: "utf8" }).trim();
  const result: Recorded = {
    bench: "transfers",
    date: new Date().toISOString(),
    commit: git("rev-parse", "--short=12", "HEAD"),
    dirty: git("status", "--porcelain", "--", "../src", "../wal", "../bench/*.ts") !== "",
    machine: {
      cpu: cpus()[0]?.model.trim() ?? "unknown",
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      platform: `${process.platform} ${process.arch}`,
      node: process.version,
    },
    generator,
    ...shape,
    pairs,
    ...summary,
  };
  appendFileSync(RESULTS, `${JSON.stringify(result)}\n`);
  return result;
}

function line({ median, low, high }: Spread, show: (value: number) => string): string {
  return `${show(median)}  (${show(low)} to ${show(high)})`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
