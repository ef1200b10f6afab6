/** The flags of the simulator, checked. */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";

export type SimulateOptions = {
  /** The number of seeds: the run has the seeds `from` to `from + seeds - 1`. */
  seeds: number;
  from: number;
  steps: number;
  /** The one seed that is run with its trace; undefined: many seeds. */
  seed: number | undefined;
  processes: number;
  /** Writes for each guard a seed that shows its loss, and runs nothing else. */
  guards: boolean;
};

export const SIMULATE_USAGE = `Usage: npm run simulate -- [flags]

Runs the real shard, features, log and views under a simulated clock, disk and network, against a
naive model of the specification (test/simulator/README.md).

  --seeds COUNT     number of seeds (default 1000)
  --from SEED       the first seed (default 1)
  --steps COUNT     requests of one seed, not counting retries (default 50)
  --processes COUNT processes at once (default: one for each core)
  --seed SEED       only this seed, with all its events
  --guards          writes test/simulator/missed_seeds.json: for each guard that a test takes away, a
                    seed that shows it. After a change of the simulator the tests search for one
  --help            this text

Exit code: 0 no violation, and full coverage; 1 a violation, or a name that was never met; 2 a wrong
flag.
`;

const FLAGS = {
  seeds: { type: "string", default: "1000" },
  from: { type: "string", default: "1" },
  steps: { type: "string", default: "50" },
  processes: { type: "string", default: String(availableParallelism()) },
  seed: { type: "string" },
  guards: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** The options, "help", or a message that names the wrong flag. */
export function parseSimulateOptions(
  args: string[],
): SimulateOptions | "help" | { message: string } {
  try {
    const { values } = parseArgs({ args, options: FLAGS });
    if (values.help) return "help";
    return {
      seeds: wholeNumber("seeds", values.seeds, 1),
      from: wholeNumber("from", values.from, 0),
      steps: wholeNumber("steps", values.steps, 1),
      processes: wholeNumber("processes", values.processes, 1),
      seed: values.seed === undefined ? undefined : wholeNumber("seed", values.seed, 0),
      guards: values.guards,
    };
  } catch (cause) {
    return { message: (cause as Error).message };
  }
}

function wholeNumber(flag: string, text: string, min: number): number {
  const number = Number(text);
  if (/^\d{1,9}$/.test(text) && number >= min) return number;
  throw new Error(`--${flag} is a whole number of at least ${min}, not ${text}`);
}
