/** `npm run load -- --url URL --key KEY [flags]`: a load test of any running server; see --help. */
import { OptionError } from "../src/base/option_error.ts";
import { type Checked, check } from "./load/check.ts";
import { type Client, LoadRefused, openClient } from "./load/client.ts";
import { type Driven, drive } from "./load/drive.ts";
import { LOAD_USAGE, type LoadOptions, parseLoadOptions } from "./load/options.ts";
import { type Prepared, prepare } from "./load/prepare.ts";
import { isGood, progressText, type Report, reportJson, reportText } from "./load/report.ts";
import { newTally } from "./load/tally.ts";
import { newWorkload, type Workload } from "./load/workload.ts";

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
  const checked = await checkOrTell(client, workload, prepared, driven);
  return { options, driven, tally, moved, checked };
}

/**
 * Checks the server after the load. When the server does not answer, the report keeps its figures and
 * has one problem.
 */
async function checkOrTell(
  client: Client,
  workload: Workload,
  { accountIds }: Prepared,
  { unknown }: Driven,
): Promise<Checked> {
  try {
    // A server that is gone would else be asked for each request whose outcome is open.
    await client.get(`/accounts/${accountIds[0]}/balance`);
    return await check(client, workload, accountIds, unknown);
  } catch (cause) {
    if (!(cause instanceof LoadRefused)) throw cause;
    const problem = `nothing could be checked: ${cause.message.split("\n")[0]}`;
    return { findings: [], problems: [problem] };
  }
}

function descriptionOf({ connections, durationSeconds, rate, mix, batch }: LoadOptions): string {
  const how = rate === undefined ? "as fast as answers come" : `${rate} requests/s`;
  const what = batch === undefined ? mix : `${mix} in batches of ${batch}`;
  return `${what}, ${connections} connections, ${durationSeconds} s, ${how}`;
}

/** Writes progress to standard error, so that the result on standard output can be piped. */
function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

main().catch((cause: Error) => {
  const isPlain = cause instanceof OptionError || cause instanceof LoadRefused;
  process.stderr.write(`${isPlain ? cause.message : cause.stack}\n`);
  process.exitCode = cause instanceof OptionError ? MISUSED : UNEXPECTED;
});
