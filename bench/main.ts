/**
 * `npm run bench`: measures the platform; see --help and README.md beside this file. Rows run one
 * after another. A row that fails is reported, and the other rows still run. A wrong answer, money
 * that does not add up, or a process that ends is a failure; slowness is not.
 */
import { OptionError } from "../src/base/option_error.ts";
import { type BenchOptions, parseBenchOptions, usage } from "./options.ts";
import { plotsOf, renderPlots } from "./plots.ts";
import { writeNumbers } from "./readme.ts";
import { newestResults, record } from "./results.ts";
import { type Settings, Unavailable } from "./row.ts";
import { ROWS } from "./rows.ts";
import { runRow } from "./run_row.ts";
import { spreadText } from "./spread.ts";

const FAILED = 1;
const MISUSED = 2;

/** Writes progress to standard error, so that the result on standard output can be piped. */
function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function main(): Promise<void> {
  const options = parseBenchOptions(process.argv.slice(2), ROWS);
  if (options === "help") {
    process.stdout.write(usage(ROWS));
    return;
  }
  const startedMs = performance.now();
  const failed = options.renders ? [] : await runRows(options);
  if (options.records || options.renders) await render();
  if (failed.length > 0) {
    say(`failed: ${failed.join(", ")}`);
    process.exitCode = FAILED;
  }
  say(`took ${secondsSince(startedMs)} s`);
}

function secondsSince(startedMs: number): number {
  return Math.round((performance.now() - startedMs) / 1_000);
}

async function render(): Promise<void> {
  const newest = newestResults();
  await renderPlots(newest);
  writeNumbers(ROWS, newest, plotsOf(newest));
}

/** Runs the rows; resolves with the names of those that failed. */
async function runRows({ rows, settings: given, rounds, records }: BenchOptions) {
  const settings: Settings = { ...given, say };
  if (settings.generator !== "wrk") {
    say("autocannon generates the load: its own limit is what you will see. Install wrk.");
  }
  const failed: string[] = [];
  for (const [at, row] of rows.entries()) {
    const rowStartedMs = performance.now();
    say(`\n${row.name} (${at + 1} of ${rows.length}): ${row.title}`);
    try {
      const measured = await runRow(row, settings, rounds(row));
      if (records) record(measured, settings);
      const lines = row.figures.flatMap(({ name, text, digits }) => {
        const spread = measured.figures[name];
        if (spread === undefined) return [];
        return [`${row.name.padEnd(13)}${text.padEnd(48)}${spreadText(spread, digits)}`];
      });
      const notes = measured.notes.map((note) => `${"".padEnd(13)}${note}`);
      process.stdout.write(`${[...lines, ...notes].join("\n")}\n`);
      say(`${row.name} took ${secondsSince(rowStartedMs)} s`);
    } catch (cause) {
      if (cause instanceof Unavailable) {
        process.stdout.write(`${row.name.padEnd(13)}not measured: ${cause.message}\n`);
        continue;
      }
      failed.push(row.name);
      process.stdout.write(`${row.name.padEnd(13)}FAILED\n`);
      say(cause instanceof Error ? textOf(cause) : String(cause));
    }
  }
  return failed;
}

function textOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? `${error.stack}\ncaused by ${textOf(cause)}` : `${error.stack}`;
}

// The handlers of "exit" end every child; a signal alone would not run them.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

main().catch((cause: Error) => {
  say(cause instanceof OptionError ? cause.message : textOf(cause));
  process.exitCode = cause instanceof OptionError ? MISUSED : FAILED;
});
