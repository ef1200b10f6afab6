/** `npm run crash -- --kills 1000`: kill -9 of a server under load, again and again; see --help. */
import { existsSync } from "node:fs";
import { OptionError } from "../src/base/option_error.ts";
import { type CrashReport, runCrashLoop } from "../test/recovery/crash_loop.ts";
import {
  type ProviderCrashReport,
  runProviderCrashLoop,
} from "../test/recovery/provider_crash_loop.ts";
import { CRASH_USAGE, parseCrashOptions } from "./crash/options.ts";

const FOUND = 1;
const MISUSED = 2;
/** Time between two lines of progress, milliseconds. */
const SAY_MS = 2_000;

async function main(): Promise<void> {
  const options = parseCrashOptions(process.argv.slice(2));
  if (options === "help") {
    process.stdout.write(CRASH_USAGE);
    return;
  }
  if (options.dataDir !== undefined && existsSync(options.dataDir)) {
    throw new OptionError(`${options.dataDir} exists: name a directory that does not`);
  }
  process.stderr.write(`${options.kills} kills, --seed ${options.seed}\n`);
  const startedMs = performance.now();
  const secondsSince = () => (performance.now() - startedMs) / 1_000;
  let saidMs = startedMs;
  const onProgress = (soFar: CrashReport | ProviderCrashReport) => {
    if (performance.now() - saidMs < SAY_MS && soFar.kills < options.kills) return;
    saidMs = performance.now();
    process.stderr.write(`${secondsSince().toFixed(0)} s: ${progressText(soFar)}\n`);
  };
  const { work, ...chosen } = options;
  const report = await (work === undefined
    ? runCrashLoop({ ...chosen, onProgress })
    : runProviderCrashLoop({ ...chosen, work, onProgress }));
  const { finding, dataDir, ...counts } = report;
  const seconds = Math.round(secondsSince());
  const kept = options.dataDir !== undefined || finding !== undefined ? { dataDir } : {};
  const summary = { seed: options.seed, ...counts, seconds, ...kept };
  process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  if (finding === undefined) return;
  process.stderr.write(`FOUND after ${report.kills} kills, kept in ${dataDir}:\n${finding}\n`);
  process.exitCode = FOUND;
}

function progressText(report: CrashReport | ProviderCrashReport): string {
  if ("byVictim" in report) {
    const { kills, accepted, refused, repeated, replayed } = report;
    return (
      `${kills} kills, ${accepted} accepted, ${refused} refused, ${replayed} asked for again; ` +
      `${repeated} times without a final answer`
    );
  }
  const { kills, acknowledged, inDoubt, replayed } = report;
  const { happened, hadNot } = inDoubt;
  return (
    `${kills} kills, ${acknowledged} answers, ${replayed} asked for again; ` +
    `without an answer: ${happened} had happened, ${hadNot} had not`
  );
}

main().catch((cause: Error) => {
  process.stderr.write(`${cause instanceof OptionError ? cause.message : cause.stack}\n`);
  process.exitCode = cause instanceof OptionError ? MISUSED : FOUND;
});
