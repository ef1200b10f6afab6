/** The flags of `npm run matrix`, checked. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { OptionError } from "../../src/base/option_error.ts";

export type MatrixOptions = {
  /** Where systems, Nodes and npm are kept from one run to the next. */
  roots: string;
  /** Versions of Node: a major version stands for its newest. */
  nodes: string[];
  /** Names of Debian releases. */
  systems: string[];
  kills: number;
  mirror: string;
};

export const MATRIX_USAGE = `Usage: npm run matrix -- --roots DIR [flags]

Makes small Debian systems in DIR and runs, in each with each Node: npm start and a stop, the
documents' walk-throughs, the requests of the raw tables, and a crash loop. Where the server does not
support a Node on a system, each first step must refuse it in one line with exit code 2. What runs in
a system has no network: nothing is fetched there.

  --roots DIR      keeps systems and Nodes, about 1.5 GB; made when missing
  --nodes LIST     versions of Node (default 18,20,22,24): a major version, or a whole one
  --systems LIST   Debian releases (default bookworm,trixie: glibc 2.36 and 2.41)
  --kills COUNT    kills of each crash loop (default 10)
  --mirror URL     Debian's mirror (default http://deb.debian.org/debian)
  --help           this text

Needs Linux on x64, root, debootstrap, unshare and ip; and, until DIR holds everything, the network: a
mirror of Debian and the npm registry. Progress goes to stderr, the report to stdout; the output of
each step is kept in DIR/logs. Exit code: 0 all as it should be, 1 something was not, 2 a wrong flag,
or this machine cannot run it.
`;

const FLAGS = {
  roots: { type: "string" },
  nodes: { type: "string", default: "18,20,22,24" },
  systems: { type: "string", default: "bookworm,trixie" },
  kills: { type: "string", default: "10" },
  mirror: { type: "string", default: "http://deb.debian.org/debian" },
  help: { type: "boolean", default: false },
} as const;

/**
 * The options, or "help". Throws `OptionError` with a sentence for the person who typed the flags.
 */
export function parseMatrixOptions(args: readonly string[]): MatrixOptions | "help" {
  const values = parsed(args);
  if (values.help) return "help";
  if (values.roots === undefined) throw new OptionError("--roots is required; see --help");
  if (!/^https?:\/\/[^\s]+$/.test(values.mirror)) {
    throw new OptionError(`--mirror "${values.mirror}" is not an address`);
  }
  return {
    roots: resolve(values.roots),
    nodes: listOf("nodes", values.nodes, /^\d{2}(\.\d+\.\d+)?$/),
    systems: listOf("systems", values.systems, /^[a-z]+$/),
    kills: killsOf(values.kills),
    mirror: values.mirror,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS }).values;
  } catch (cause) {
    throw new OptionError(`${(cause as Error).message}; see --help`, { cause });
  }
}

function listOf(flag: string, text: string, form: RegExp): string[] {
  const found = [...new Set(text.split(",").map((one) => one.trim()))];
  const wrong = found.find((one) => !form.test(one));
  if (wrong !== undefined) throw new OptionError(`--${flag} "${text}": "${wrong}" is not one`);
  return found;
}

function killsOf(text: string): number {
  const kills = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (kills < 1) throw new OptionError(`--kills is a number from 1 to 99999, not "${text}"`);
  return kills;
}
