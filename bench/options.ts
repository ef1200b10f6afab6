/** The flags of `npm run bench`, checked. */
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { OptionError } from "../src/options.ts";
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

const USUAL = { connections: 256, accounts: 256 };
/** A small and short load: the run looks for errors, and its figures are meaningless. */
const SMALL = { connections: 16, accounts: 16 };
const GENERATORS = ["wrk", "autocannon"] as const;

export function usage(rows: readonly Row[]): string {
  const names = rows.map(({ name, title }) => `  ${name.padEnd(13)}${title.replaceAll("`", "")}`);
  return `Usage: npm run bench [-- ROW… flags]

Measures the rows named, or all of them:

${names.join("\n")}

  --pairs COUNT         rounds, each with one turn of every side (default: each row's own)
  --seconds COUNT       length of a turn (default: each row's own)
  --connections COUNT   keep-alive connections (default ${USUAL.connections})
  --accounts COUNT      accounts that the money moves between (default ${USUAL.accounts})
  --small               every row at its smallest, in a minute, to see that it runs: for CI
  --full                the sizes that are asked where the usual ones are smaller (p7: 10 M
                        transfers, some minutes and 6 GB)
  --generator NAME      ${GENERATORS.join(" or ")} (default: wrk where it is installed)
  --scratch DIR         where data is kept during a run (default ${tmpdir()}); not a memory disk
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
  const { values, positionals } = parsed(args);
  if (values.help === true) return "help";
  const count = (name: "pairs" | "seconds" | "connections" | "accounts", least: number) =>
    values[name] === undefined ? undefined : wholeNumber(name, values[name], least);
  const unknown = positionals.filter((name) => !allRows.some((row) => row.name === name));
  if (unknown.length > 0) {
    throw new OptionError(
      `no row ${unknown.join(", ")}: ${allRows.map(({ name }) => name).join(" ")}`,
    );
  }
  if (values.small === true && values.full === true) {
    throw new OptionError("--small and --full: choose one");
  }
  if (values.small === true && values.record === true) {
    throw new OptionError("--small gives figures that mean nothing: they are not recorded");
  }
  const size: Size = values.small === true ? "small" : values.full === true ? "full" : "usual";
  const usual = size === "small" ? SMALL : USUAL;
  const pairs = count("pairs", 1);
  const seconds = count("seconds", 1);
  return {
    rows: allRows.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    settings: {
      size,
      generator: generatorOf(values.generator),
      connections: count("connections", 1) ?? usual.connections,
      accounts: count("accounts", 2) ?? usual.accounts,
      scratch: values.scratch ?? tmpdir(),
    },
    rounds: (row) => ({
      pairs: pairs ?? (size === "small" ? 1 : row.pairs),
      seconds: seconds ?? (size === "small" ? 1 : row.seconds),
      warmUpSeconds: size === "small" ? 0 : row.warmUpSeconds,
    }),
    records: values.record === true,
    renders: values.render === true,
  };
}

function parsed(args: readonly string[]) {
  const text = { type: "string" as const };
  const flag = { type: "boolean" as const };
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ pairs: text, seconds: text, connections: text, accounts: text },
        ...{ generator: text, scratch: text },
        ...{ small: flag, full: flag, record: flag, render: flag, help: flag },
      },
    });
  } catch (cause) {
    throw new OptionError(`${(cause as Error).message} (see --help)`, { cause });
  }
}

function generatorOf(name: string | undefined): Generator {
  const known = GENERATORS.find((one) => one === name);
  if (name === undefined) return chooseGenerator();
  if (known === undefined) {
    throw new OptionError(`--generator is ${GENERATORS.join(" or ")}, not "${name}"`);
  }
  return known;
}

/** The value of a flag. Throws `OptionError` unless it is a whole number of at least `least`. */
export function wholeNumber(name: string, text: string, least: number): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least) return value;
  throw new OptionError(`--${name} is a whole number from ${least}, not "${text}"`);
}
