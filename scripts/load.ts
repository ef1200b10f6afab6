/** `npm run load -- --url URL --key KEY [flags]`: a load test of any running server; see --help. */
import { OptionError } from "../src/options.ts";
import { check } from "./load/check.ts";
import { LoadRefused, openClient } from "./load/client.ts";
import { drive } from "./load/drive.ts";
import { LOAD_USAGE, type LoadOptions, parseLoadOptions } from "./load/options.ts";
import { prepare } from "./load/prepare.ts";
import { isGood, progressText, type Report, reportJson, reportText } from "./load/report.ts";
import { newTally } from "./load/tally.ts";
import { newWorkload } from "./load/workload.ts";

const UNEXPECTED = 1;
const MISUSED = 2;

async function main(): Promise<void> {
  const options = parseLoadOptions(process.argv.slice(2), process.env);
  if (options === "help") {
    process.stdout.write(LOAD_USAGE);
    return;
  }
  const report = await run(options);
  process.stdout.write(options.json ? reportJson(report) : reportText(report));
  if (!isGood(report)) process.exitCode = UNEXPECTED;
}

async function run(options: LoadOptions): Promise<Report> {
  say(`making ${options.accounts} accounts on ${options.baseUrl.href}`);
  const prepared = await prepare(openClient(options, { waits: false }), options);
  const workload = newWorkload(prepared, options);
  const tally = newTally();
  say(descriptionOf(options));
  const onSecond = (second: number, underWay: number) => {
    say(progressText(second, underWay, tally.recent));
    tally.recent.reset();
  };
  const driven = await drive({ workload, options, tally, onSecond });
  const { moved } = workload.book;
  say("checking");
  const client = openClient(options, { waits: true });
  const checked = await check(client, workload, prepared.accountIds, driven.unknown);
  return { options, driven, tally, moved, checked };
}

function descriptionOf({ connections, durationSeconds, rate, mix, batch }: LoadOptions): string {
  const how = rate === undefined ? "as fast as answers come" : `${rate} requests/s`;
  const what = batch === undefined ? mix : `${mix} in batches of ${batch}`;
  return `${what}, ${connections} connections, ${durationSeconds} s, ${how}`;
}

/** Progress goes beside the result, so that the result can be piped. */
function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

main().catch((cause: Error) => {
  const isPlain = cause instanceof OptionError || cause instanceof LoadRefused;
  process.stderr.write(`${isPlain ? cause.message : cause.stack}\n`);
  process.exitCode = cause instanceof OptionError ? MISUSED : UNEXPECTED;
});
