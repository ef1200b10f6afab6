/** The flags of `npm run search`, checked. */
import { parseArgs } from "node:util";
import { OptionError } from "../../src/base/option_error.ts";

export type SearchOptions = {
  minutes: number;
  /** The seed of the first turn; each turn takes the next one. */
  from: number;
  /** Words of which the path of a test file must contain one; none: every random test. */
  words: readonly string[];
};

export const SEARCH_USAGE = `Usage: npm run search -- [--minutes COUNT] [flags] [word...]

Looks with new seeds for what the fixed seeds of npm test do not show. The kinds take turns, and have the
same time each: the simulator, crashes, damage, the disk, made requests, the engine of programs against
its model, and all other tests that choose at random. With words: the test files whose path contains
one. A turn that has begun is run to its end. Ctrl-C ends the search and prints what it found.

  --minutes COUNT  begin no turn after this time (default 30)
  --from SEED      the seed of the first turn (default: from the clock; printed)
  --help           this text

Exit code: 0 nothing failed; 1 something failed, with how to replay it and what to add to
test/failed_seeds.json; 2 a wrong flag; 130 ended by Ctrl-C, and nothing failed.
`;

const SEEDS = 900_000_000;

/** The options, or "help". Throws `OptionError` with a sentence for the person who typed the flags. */
export function parseSearchOptions(args: readonly string[]): SearchOptions | "help" {
  const { values, positionals } = parsed(args);
  if (values.help === true) return "help";
  const { minutes = "30", from = String(Date.now() % SEEDS) } = values;
  if (!/^\d+(\.\d+)?$/.test(minutes) || Number(minutes) === 0) {
    throw new OptionError(`--minutes is a number above 0, not "${minutes}"`);
  }
  if (!/^\d{1,9}$/.test(from) || Number(from) >= SEEDS) {
    throw new OptionError(`--from is a number below ${SEEDS}, not "${from}"`);
  }
  return { minutes: Number(minutes), from: Number(from), words: positionals };
}

function parsed(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { minutes: text, from: text, help: { type: "boolean" } },
      allowPositionals: true,
    });
  } catch (cause) {
    throw new OptionError((cause as Error).message, { cause });
  }
}
