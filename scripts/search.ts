/** `npm run search -- --minutes 30`: random tests with new seeds, by turns; see --help. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { OptionError } from "../src/base/option_error.ts";
import { kindsOf, type Turn } from "./search/kinds.ts";
import { parseSearchOptions, SEARCH_USAGE } from "./search/options.ts";
import { type Ran, search, searchText } from "./search/search.ts";

const FOUND = 1;
const MISUSED = 2;
const INTERRUPTED = 130;

let running: ChildProcess | undefined;
let isEnded = false;

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    isEnded = true;
    running?.kill(signal);
  });
}

async function main(): Promise<void> {
  const options = parseSearchOptions(process.argv.slice(2));
  if (options === "help") {
    process.stdout.write(SEARCH_USAGE);
    return;
  }
  const kinds = kindsOf(options.words);
  if (kinds.length === 0) throw new OptionError("no random test has a path with one of the words");
  const say = (text: string) => process.stdout.write(`${text}\n`);
  say(
    `${options.minutes} minutes, --from ${options.from}: ${kinds.map(({ name }) => name).join(", ")}`,
  );
  const parts = { kinds, run, say, nowMs: () => performance.now() };
  const report = await search(options, parts, () => isEnded);
  process.stdout.write(searchText(report));
  if (report.failures.length > 0) process.exitCode = FOUND;
  else if (isEnded) process.exitCode = INTERRUPTED;
}

/** Runs a turn to its end. A turn is a run of its own where a test runs the search too. */
function run({ args, environment }: Turn): Promise<Ran> {
  const { NODE_TEST_CONTEXT: _, SEED: __, ...inherited } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, ".."),
    env: { ...inherited, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running = child;
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ passed: code === 0, output }));
  });
}

main().catch((cause: Error) => {
  process.stderr.write(`${cause instanceof OptionError ? cause.message : cause.stack}\n`);
  process.exitCode = cause instanceof OptionError ? MISUSED : FOUND;
});
