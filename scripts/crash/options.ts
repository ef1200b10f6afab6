/** The flags of `npm run crash`, checked. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { OptionError } from "../../src/base/option_error.ts";
import type { CrashOptions } from "../../test/recovery/crash_loop.ts";
import type { WorkName } from "../../test/recovery/provider_crash_loop.ts";

export const CRASH_USAGE = `Usage: npm run crash -- [--kills COUNT] [flags]

Starts a server, sends writes of every kind that moves or blocks money, and kills the server with
SIGKILL at random moments: under writes, while the checkpoint is written, during a stop, during a
start, during a replay of the whole log, and in the first start of a new directory. After each
restart: requests without an answer are sent again with their old keys; all requests of the round are
repeated, and their answers must be the same byte for byte; every balance must be the sum of the
answers; all money together must be zero. From time to time, and at the end, npm run log -- verify
must find no fault.

With --providers the server is a live one: it and the reference provider, each a process with its own
book, are killed at random moments, one side, both, or the server while it starts, while verifications
are started and the provider loses answers, hangs, refuses and tells wrong news. At the end both books
must agree, nothing was sent twice, and every answer must be the same byte for byte. With --payouts
the provider is a bank that pays out, returns and cancels, and every account must have what follows
from its payouts, the bank's own account what the bank's book has sent. With --collections the bank
collects, fails and takes back, and every account must have what follows from its collections.
With --credits the bank tells money that arrives, twice, late, in another order, in another currency,
for addresses that are retired and that nobody has; each credit must be one transfer, or one that is
nobody's, and the bank must have what is on record. With --payees the bank is asked for the names of
accounts, and each beneficiary must be as its book says. With --programs the actions of objects collect
by mandates and pay out with what has come; each object must have been told each end once.

  --providers          verifications of live in place of money
  --payouts            payouts of live in place of money
  --collections        collections of live in place of money
  --credits            credits of live in place of money
  --payees             checks of payees of live in place of money
  --programs           programs of live that collect and pay out in place of money
  --kills COUNT        number of kills (default 100)
  --seed NUMBER        replays the choices, not the timing (default: from the clock; printed)
  --connections COUNT  requests at once (default 12)
  --shards COUNT       shards of the server (default 1)
  --edges COUNT        HTTP threads of the server (default 1)
  --data DIR           a new directory for the data, which is kept; without it a temporary one,
                       which is kept only when a fault was found
  --help               this text

Progress goes to stderr, the summary to stdout as JSON. Exit code: 0 nothing was lost or doubled,
1 a fault was found (printed with the directory), 2 a wrong flag.
`;

const FLAGS = ["kills", "seed", "connections", "shards", "edges", "data"] as const;
const SWITCHES = {
  providers: { type: "boolean" },
  payouts: { type: "boolean" },
  collections: { type: "boolean" },
  credits: { type: "boolean" },
  payees: { type: "boolean" },
  programs: { type: "boolean" },
  help: { type: "boolean" },
} as const;
const THREADS_MAX = 64;
/** What a switch has done in place of money. */
const WORKS = [
  ["providers", "verifications"],
  ["payouts", "payouts"],
  ["collections", "collections"],
  ["credits", "credits"],
  ["payees", "payees"],
  ["programs", "programs"],
] as const satisfies readonly (readonly [keyof typeof SWITCHES, WorkName])[];

/**
 * The options, or "help". Throws `OptionError` with a sentence for the person who typed the flags.
 */
export function parseCrashOptions(
  args: readonly string[],
): (Omit<CrashOptions, "onProgress"> & { work: WorkName | undefined }) | "help" {
  const values = parsed(args);
  if (values.help === true) return "help";
  const count = (name: (typeof FLAGS)[number], usual: number, most: number): number => {
    const text = values[name];
    if (text === undefined) return usual;
    const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (number >= 1 && number <= most) return number;
    throw new OptionError(`--${name} is a number from 1 to ${most}, not "${text}"`);
  };
  const shards = count("shards", 1, THREADS_MAX);
  const connections = count("connections", 12, 1_000);
  if (connections < shards) throw new OptionError("--connections is at least one for each shard");
  const works = WORKS.filter(([name]) => values[name] === true);
  if (works.length > 1) {
    throw new OptionError(`${works.map(([name]) => `--${name}`).join(" or ")}, not both`);
  }
  return {
    kills: count("kills", 100, 1_000_000),
    seed: count("seed", Date.now() % 1_000_000, 999_999_999),
    connections,
    shards,
    edges: count("edges", 1, THREADS_MAX),
    work: works[0]?.[1],
    dataDir: values.data === undefined ? undefined : resolve(values.data),
  };
}

function parsed(args: readonly string[]) {
  const text = { type: "string" as const };
  const options = Object.fromEntries(FLAGS.map((name) => [name, text])) as Record<
    (typeof FLAGS)[number],
    typeof text
  >;
  try {
    return parseArgs({ args: [...args], options: { ...options, ...SWITCHES } }).values as Partial<
      Record<(typeof FLAGS)[number], string>
    > &
      Partial<Record<keyof typeof SWITCHES, boolean>>;
  } catch (cause) {
    throw new OptionError((cause as Error).message, { cause });
  }
}
