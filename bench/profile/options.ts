/** The flags of `npm run profile`, checked. */
import { OptionError } from "../../src/base/option_error.ts";
import { DEFAULT_EDGES } from "../../src/options.ts";
import { countOf, namedIn, readFlags, SHARED_USAGE, settingsOf } from "../flags.ts";
import { chooseGenerator } from "../load.ts";
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

const USUAL_TURN = { seconds: 10, warmUpSeconds: 3 };
const SMALL_TURN = { seconds: 1, warmUpSeconds: 0 };
/** Shorter intervals wake the threads so often that they change what they do. */
const INTERVAL_US = 1_000;
const NAME_WIDTH = 16;

export function profileUsage(): string {
  const loads = LOADS.map(
    ({ name, title, unit }) =>
      `  ${name.padEnd(NAME_WIDTH)}${title.replaceAll("`", "")}; for each ${unit}`,
  );
  return `Usage: npm run profile -- LOAD… [flags]

Prints what a request costs, in microseconds of processor time: a table of rooms (the folders and
files of the sources) by threads, and the most expensive functions. For Linux. Loads:

${loads.join("\n")}

  --seconds COUNT       length of a turn; a load takes two, without the profiler and with it
                        (default ${USUAL_TURN.seconds})
${SHARED_USAGE}
  --edges COUNT         HTTP threads of the server (default ${DEFAULT_EDGES}, by the cores here)
  --interval COUNT      microseconds between two looks at a thread (default ${INTERVAL_US})
  --keep DIR            leave the profiles of the threads there, for Chrome's developer tools
  --small               as short as can be, to see that it runs: for CI
  --help                this text

Exit code: 0 measured; 1 it failed; 2 a flag that is wrong.
`;
}

/**
 * The command, or "help". Throws `OptionError` with a sentence for the person who typed the flags.
 */
export function parseProfileOptions(args: readonly string[]): ProfileCommand | "help" {
  const { values, words } = readFlags(args, TAKEN);
  if (values.help === true) return "help";
  const loads = namedIn(LOADS, words, "load");
  if (loads.length === 0) {
    throw new OptionError(`name a load: ${LOADS.map(({ name }) => name).join(" ")}`);
  }
  const size = values.small === true ? "small" : "usual";
  const turn = size === "small" ? SMALL_TURN : USUAL_TURN;
  return {
    loads,
    settings: settingsOf(values, { size, generator: chooseGenerator() }),
    seconds: countOf(values, "seconds") ?? turn.seconds,
    warmUpSeconds: turn.warmUpSeconds,
    edges: countOf(values, "edges") ?? DEFAULT_EDGES,
    intervalUs: countOf(values, "interval", 100) ?? INTERVAL_US,
    keepIn: values.keep,
  };
}

const TAKEN = {
  texts: ["seconds", "edges", "interval", "keep"],
  switches: ["small", "help"],
} as const;
