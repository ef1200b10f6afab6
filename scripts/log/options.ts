/** The commands and flags of `npm run log`, checked. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { OptionError } from "../../src/base/option_error.ts";

export const USAGE = `Usage: npm run log -- COMMAND [--data DIR] [--shard N|platform] [flags]
       npm run log -- drill [BACKUP] [--data DIR]

  verify    reads every log whole: checksums, chain, sequence, records, balances, money in sum
            zero; rebuilds the state beside it and, when no server runs, compares the stored one,
            and the stored tree of proofs with one made from the log; every document file
            that the log names must be there with its digest
  rebuild   makes the state again from the log; no server may run
  cut       moves old frames into segments, files that may stand on another disk, and gives the
            disk their space back; no server may run     --keep FRAMES --segment-mb SIZE
  dump      the records as lines of JSON            --from FRAME --to FRAME
  stats     what a log holds, and its size on disk
  drill     practises a restore: brings DIR, or the backup that is named after \`drill\`, back in a
            temporary directory, makes the states again from the logs alone, and compares them
            with those of the backup, and its logs with DIR's; says how long it took

       npm run log -- verify-receipt FILE --key FILE
            checks the body of GET /receipts/ID/proof against /.well-known/receipt-keys.json (or
            receipt-key.pem), both as files: no server, no data directory

  --data DIR            the data directory (or DATA_DIR); ./data by default
  --shard N|platform    one shard; all of them by default
  --scratch DIR         where verify and drill work; the system's temporary directory by default.
                        verify takes as much room as the stored state, twice, drill as much as
                        all of the directory besides.

  --keep FRAMES         how many of the newest frames a cut leaves in the log, at least 1
  --segment-mb SIZE     MiB that a segment of a cut may have; 1024 by default

All but rebuild and cut change nothing and may run beside a server.
Exit codes: 0 all is well, 1 damage or a difference, 2 wrong usage.
`;

export const COMMANDS = ["verify", "rebuild", "cut", "dump", "stats", "drill"] as const;
export type LogCommand = (typeof COMMANDS)[number];

export type LogOptions = {
  command: LogCommand;
  dataDir: string;
  /** True when the data directory was named by a flag or variable, false for the default. */
  isOriginalNamed: boolean;
  /** The backup that a drill restores; undefined: the data directory itself. */
  backup: string | undefined;
  /** Undefined: every shard. */
  shard: number | "platform" | undefined;
  from: number;
  to: number;
  scratchDir: string | undefined;
  /** Of a cut: the newest frames that stay in the log. */
  keep: number;
  segmentMb: number | undefined;
};

/**
 * The options, or "help". Throws `OptionError` with a sentence for the person who typed the flags.
 */
export function parseLogOptions(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): LogOptions | "help" {
  const { values, positionals } = parsed(args);
  if (values.help === true) return "help";
  const [command, backup, ...more] = positionals;
  const hasMore = more.length > 0 || (backup !== undefined && command !== "drill");
  if (command === undefined || !isCommand(command) || hasMore) {
    throw new OptionError(`one command is expected: ${COMMANDS.join(", ")}`);
  }
  if (command === "drill" && values.shard !== undefined) {
    throw new OptionError("a drill is of all shards: leave --shard out");
  }
  const ofDump = values.from !== undefined || values.to !== undefined;
  if (ofDump && command !== "dump") throw new OptionError("--from and --to belong to dump");
  const ofCut = values.keep !== undefined || values["segment-mb"] !== undefined;
  if (ofCut && command !== "cut") throw new OptionError("--keep and --segment-mb belong to cut");
  if (command === "cut" && values.keep === undefined) {
    throw new OptionError("a cut needs --keep: how many of the newest frames stay in the log");
  }
  const named = values.data ?? variables["DATA_DIR"];
  return {
    command,
    dataDir: resolve(named ?? "./data"),
    isOriginalNamed: named !== undefined,
    backup: backup === undefined ? undefined : resolve(backup),
    shard: values.shard === undefined ? undefined : shardOf(values.shard),
    from: values.from === undefined ? 1 : frame("from", values.from),
    to: values.to === undefined ? Number.MAX_SAFE_INTEGER : frame("to", values.to),
    scratchDir: values.scratch,
    keep: values.keep === undefined ? 0 : positive("keep", "of frames", values.keep),
    segmentMb:
      values["segment-mb"] === undefined
        ? undefined
        : positive("segment-mb", "of MiB", values["segment-mb"]),
  };
}

function parsed(args: readonly string[]) {
  const text = { type: "string" as const };
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: "boolean" },
        data: text,
        shard: text,
        from: text,
        to: text,
        scratch: text,
        keep: text,
        "segment-mb": text,
      },
    });
  } catch (cause) {
    throw new OptionError((cause as Error).message, { cause });
  }
}

function isCommand(text: string): text is LogCommand {
  return (COMMANDS as readonly string[]).includes(text);
}

function shardOf(text: string): number | "platform" {
  if (text === "platform") return text;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new OptionError(`--shard is a number or "platform", not "${text}"`);
}

function frame(name: string, text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new OptionError(`--${name} is the number of a frame, from 1, not "${text}"`);
}

function positive(name: string, what: string, text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new OptionError(`--${name} is a number ${what}, from 1, not "${text}"`);
}
