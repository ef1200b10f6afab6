/** Writes the newest recorded result into the README, between its number marks. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Recorded, Spread } from "./report.ts";

const README = join(import.meta.dirname, "..", "README.md");
const BEGIN = "<!-- numbers -->";
const END = "<!-- /numbers -->";

/** Replaces what stands between the marks; throws when the README has none. */
export function writeNumbers(result: Recorded): void {
  const before = readFileSync(README, "utf8");
  writeFileSync(README, withNumbers(before, result));
}

export function withNumbers(readme: string, result: Recorded): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`README.md has no ${BEGIN} … ${END}`);
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${tableOf(result)}\n\n${readme.slice(end)}`;
}

function tableOf({ machine, ...result }: Recorded): string {
  const rows: [string, string][] = [
    ["durable transfers per second", spread(result.perSecond, whole)],
    ["p50 / p99, ms", `${result.p50Ms.median.toFixed(1)} / ${spread(result.p99Ms, tenth)}`],
    ["bare uWebSockets.js, requests per second", spread(result.ceilingPerSecond, whole)],
    ["share of that ceiling", spread(result.ratio, (value) => value.toFixed(2))],
  ];
  const { generator, connections, seconds, pairs, commit, date } = result;
  return [
    "| `POST /v1/transfers`, each fsynced before its answer | median (lowest to highest) |",
    "| ---------------------------------------------------- | -------------------------- |",
    ...rows.map(([name, value]) => `| ${name} | ${value} |`),
    "",
    `\`npm run bench -- --record\` wrote this on ${date.slice(0, 10)} at commit ${commit}: ${generator} with`,
    `${connections} connections on the same ${machine.cores} cores (${machine.cpu}, ${machine.memoryGiB} GiB, Node`,
    `${machine.node.slice(1)}), ${pairs} pairs of ${seconds} s, server and ceiling in turn. Views, idempotency, receipts, limits and`,
    "validation on, log level warn. The machine is shared: believe the share, not the absolute figures.",
  ].join("\n");
}

function spread({ median, low, high }: Spread, show: (value: number) => string): string {
  return `${show(median)} (${show(low)} to ${show(high)})`;
}

function tenth(value: number): string {
  return value.toFixed(1);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
