/** The flags of `npm run profile`, checked. */
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { DEFAULT_EDGES, OptionError } from "../../src/options.ts";
import { chooseGenerator } from "../load.ts";
import { wholeNumber } from "../options.ts";
import type { Settings } from "../row.ts";
import { LOADS, type Load } from "./loads.ts";

export type ProfileCommand = {
  loads: readonly Load[];
  settings: Omit<Settings, "say">;
  seconds: number;
  warmUpSeconds: number;
  edges: number;
  intervalUs: number;
  keepIn: string | undefined;
};

const USUAL = { connections: 256, accounts: 256, seconds: 10, warmUpSeconds: 3 };
/** The run looks for errors, and its figures are meaningless. */
const SMALL = { connections: 16, accounts: 16, seconds: 1, warmUpSeconds: 0 };
/** Shorter intervals wake the threads so often that they change what they do. */
const INTERVAL_US = 1_000;

export function profileUsage(): string {
  const loads = LOADS.map(
    ({ name, title, unit }) => `  ${name.padEnd(7)}${title.replaceAll("`", "")}; for each ${unit}`,
  );
  return `Usage: npm run profile -- LOAD… [flags]

Prints what a request costs, in microseconds of processor time: a table of rooms (the folders and
files of the sources) by threads, and the most expensive functions. For Linux. Loads:

${loads.join("\n")}

  --seconds COUNT       length of a turn; a load takes two, without the profiler and with it
                        (default ${USUAL.seconds})
  --connections COUNT   keep-alive connections (default ${USUAL.connections})
  --accounts COUNT      accounts that the money moves between (default ${USUAL.accounts})
  --edges COUNT         HTTP threads of the server (default ${DEFAULT_EDGES}, by the cores here)
  --interval COUNT      microseconds between two looks at a thread (default ${INTERVAL_US})
  --keep DIR            leave the profiles of the threads there, for Chrome's developer tools
  --small               as short as can be, to see that it runs: for CI
  --scratch DIR         where data is kept during a run (default ${tmpdir()}); not a memory disk
  --help                this text

Exit code: 0 measured; 1 it failed; 2 a flag that is wrong.
`;
}

/**
 * The command, or "help". Throws `OptionError` with a sentence for the person who typed the flags.
 */
export function parseProfileOptions(args: readonly string[]): ProfileCommand | "help" {
  const { values, positionals } = parsed(args);
  if (values.help === true) return "help";
  const names = LOADS.map(({ name }) => name);
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new OptionError(`no load ${unknown.join(", ")}: ${names.join(" ")}`);
  if (positionals.length === 0) throw new OptionError(`name a load: ${names.join(" ")}`);
  const size = values.small === true ? "small" : "usual";
  const usual = size === "small" ? SMALL : USUAL;
  const count = (
    name: "seconds" | "connections" | "accounts" | "edges" | "interval",
    otherwise: number,
    least = 1,
  ) => (values[name] === undefined ? otherwise : wholeNumber(name, values[name], least));
  return {
    loads: LOADS.filter(({ name }) => positionals.includes(name)),
    settings: {
      size,
      generator: chooseGenerator(),
      connections: count("connections", usual.connections),
      accounts: count("accounts", usual.accounts, 2),
      scratch: values.scratch ?? tmpdir(),
    },
    seconds: count("seconds", usual.seconds),
    warmUpSeconds: usual.warmUpSeconds,
    edges: count("edges", DEFAULT_EDGES),
    intervalUs: count("interval", INTERVAL_US, 100),
    keepIn: values.keep,
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
        ...{ seconds: text, connections: text, accounts: text, edges: text, interval: text },
        ...{ keep: text, scratch: text, small: flag, help: flag },
      },
    });
  } catch (cause) {
    throw new OptionError(`${(cause as Error).message} (see --help)`, { cause });
  }
}
