/** The process that reads: runs the command on each shard, prints, and exits with the exit code. */
import { OptionError } from "../../src/base/option_error.ts";
import { LogDamaged } from "../../wal/errors.ts";
import { type DataReading, openDataReading } from "../data_reading.ts";
import { cut } from "./cut.ts";
import { drill } from "./drill.ts";
import { dump } from "./dump.ts";
import { type LogCommand, type LogOptions, parseLogOptions } from "./options.ts";
import { rebuild } from "./rebuild.ts";
import { type Shard, shardsOf } from "./shards.ts";
import { stats } from "./stats.ts";
import { printTotals, type Verified, verify } from "./verify.ts";

// When the parent has ended, no process reads the messages of this one.
const orphaned = () => process.exit(1);
process.on("disconnect", orphaned);
process.stdout.on("error", () => process.exit(0));

/** Commands that change a directory, which no server may use. */
const CHANGING: readonly LogCommand[] = ["rebuild", "cut"];

async function run(options: LogOptions): Promise<number> {
  if (options.command === "drill") return (await drill(options)) ? 0 : 1;
  const reading = await openDataReading(options.dataDir);
  try {
    if (CHANGING.includes(options.command) && !reading.isAtRest) {
      throw new OptionError(`a server runs on ${options.dataDir}: stop it first`);
    }
    return await runOnEach(shardsOf(reading.path, options.shard), options, reading);
  } finally {
    reading.release();
  }
}

async function runOnEach(
  shards: Shard[],
  options: LogOptions,
  { isAtRest }: DataReading,
): Promise<number> {
  const verified: Verified[] = [];
  let code = 0;
  for (const shard of shards) {
    process.send?.(shard.name);
    try {
      if (options.command === "verify") {
        verified.push(await verify(shard, { isAtRest, scratchDir: options.scratchDir }));
      } else await runOn(shard, options);
    } catch (cause) {
      code = 1;
      process.stdout.write(`${shard.name}: ${whatIsWrong(cause)}\n`);
    }
  }
  if (verified.some(({ isSound }) => !isSound)) code = 1;
  // Totals are printed only for all shards: totals of some shards would be misread as the whole.
  if (verified.length === shards.length && options.shard === undefined) printTotals(verified);
  return code;
}

async function runOn(shard: Shard, options: LogOptions): Promise<void> {
  if (options.command === "rebuild") await rebuild(shard);
  else if (options.command === "cut") await cut(shard, options);
  else if (options.command === "dump") await dump(shard, options);
  else await stats(shard);
}

function whatIsWrong(cause: unknown): string {
  if (!(cause instanceof LogDamaged)) return cause instanceof Error ? cause.message : String(cause);
  const record = cause.index === undefined ? "" : `, record ${cause.index}`;
  return `DAMAGED at frame ${cause.sequence}${record}: ${cause.reason}`;
}

try {
  const options = parseLogOptions(process.argv.slice(2), process.env);
  if (options !== "help") process.exitCode = await run(options);
} catch (cause) {
  if (!(cause instanceof OptionError)) throw cause;
  process.stderr.write(`${cause.message}\n`);
  process.exitCode = 2;
}
process.off("disconnect", orphaned);
process.disconnect?.();
