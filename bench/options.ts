/** The flags of `npm run bench`, checked. */
import { OptionError } from "../src/base/option_error.ts";
import { countOf, namedIn, readFlags, SHARED_USAGE, settingsOf } from "./flags.ts";
import { chooseGenerator, type Generator } from "./load.ts";
import type { Row, Settings, Size } from "./row.ts";
import type { Rounds } from "./run_row.ts";

export type BenchOptions = {
  rows: readonly Row[];
  settings: Omit<Settings, "say">;
  rounds(row: Row): Rounds;
  /** Append to results.jsonl, then write the tables of numbers and the plots. */
  records: boolean;
  /** Only write the tables and the plots again from results.jsonl. */
  renders: boolean;
};

const GENERATORS = ["wrk", "autocannon"] as const;

export function usage(rows: readonly Row[]): string {
  const names = rows.map(({ name, title }) => `  ${name.padEnd(13)}${title.replaceAll("`", "")}`);
  return `Usage: npm run bench [-- ROW… flags]

Measures the rows named, or all of them:

${names.join("\n")}

  --pairs COUNT         rounds, each with one turn of every side (default: each row's own)
  --seconds COUNT       length of a turn (default: each row's own)
${SHARED_USAGE}
  --small               every row at its smallest, in some minutes, to see that it runs: for CI
  --full                the sizes that are asked where the usual ones are smaller (p7: 10 M
                        transfers, some minutes and 6 GB)
  --generator NAME      ${GENERATORS.join(" or ")} (default: wrk where it is installed)
  --record              append each result to bench/results.jsonl, then write the tables of numbers
                        (README.md, bench/README.md) and bench/plots
  --render              measure nothing, only write tables and plots again from results.jsonl
  --help                this text

Exit code: 0 all rows ran, however fast; 1 one of them failed; 2 a flag that is wrong.
`;
}

/**
 * The options, or "help". Throws `OptionError` with a sentence for the person who typed the flags.
 */
export function parseBenchOptions(
  args: readonly string[],
  allRows: readonly Row[],
): BenchOptions | "help" {
  const { values, words } = readFlags(args, TAKEN);
  if (values.help === true) return "help";
  const named = namedIn(allRows, words, "row");
  if (values.small === true && values.full === true) {
    throw new OptionError("--small and --full: choose one");
  }
  if (values.small === true && values.record === true) {
    throw new OptionError("--small gives figures that mean nothing: they are not recorded");
  }
  const size: Size = values.small === true ? "small" : values.full === true ? "full" : "usual";
  const pairs = countOf(values, "pairs");
  const seconds = countOf(values, "seconds");
  return {
    rows: words.length === 0 ? allRows : named,
    settings: settingsOf(values, { size, generator: generatorOf(values.generator) }),
    rounds: (row) => ({
      pairs: pairs ?? (size === "small" ? 1 : row.pairs),
      seconds: seconds ?? (size === "small" ? 1 : row.seconds),
      warmUpSeconds: size === "small" ? 0 : row.warmUpSeconds,
    }),
    records: values.record === true,
    renders: values.render === true,
  };
}

const TAKEN = {
  texts: ["pairs", "seconds", "generator"],
  switches: ["small", "full", "record", "render", "help"],
} as const;

function generatorOf(name: string | undefined): Generator {
  const known = GENERATORS.find((one) => one === name);
  if (name === undefined) return chooseGenerator();
  if (known === undefined) {
    throw new OptionError(`--generator is ${GENERATORS.join(" or ")}, not "${name}"`);
  }
  return known;
}
