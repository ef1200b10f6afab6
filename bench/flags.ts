/** Reads the flags that the commands of the bench have, each with some of its own. */
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { OptionError } from "../src/base/option_error.ts";
import type { Settings, Size } from "./row.ts";

/** The load of a run, unless flags say otherwise. */
const USUAL = { connections: 256, accounts: 256 };
/** A small and short load: the run looks for errors, and its figures are meaningless. */
const SMALL = { connections: 16, accounts: 16 };

/** What the help of each command says of the flags that both have, and of the defaults. */
export const SHARED_USAGE = `\
  --connections COUNT   keep-alive connections (default ${USUAL.connections})
  --accounts COUNT      accounts that the money moves between (default ${USUAL.accounts})
  --scratch DIR         where data is kept during a run (default ${tmpdir()}); not a memory disk`;

const SHARED = ["connections", "accounts", "scratch"] as const;
type Shared = (typeof SHARED)[number];

type Values<T extends string, S extends string> = Partial<Record<T | Shared, string>> &
  Partial<Record<S, boolean>>;

/**
 * The values of the flags, and the words that are no flags. `texts` are flags with a value,
 * `switches` without. Throws `OptionError` at a flag that neither they nor `SHARED_USAGE` name.
 */
export function readFlags<T extends string, S extends string>(
  args: readonly string[],
  { texts, switches }: { texts: readonly T[]; switches: readonly S[] },
): { values: Values<T, S>; words: readonly string[] } {
  const options: Record<string, { type: "string" | "boolean" }> = {};
  for (const name of [...SHARED, ...texts]) options[name] = { type: "string" };
  for (const name of switches) options[name] = { type: "boolean" };
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    return { values: values as Values<T, S>, words: positionals };
  } catch (cause) {
    throw new OptionError(`${(cause as Error).message} (see --help)`, { cause });
  }
}

/** The settings that the shared flags give. */
export function settingsOf(
  values: Partial<Record<Shared, string>>,
  { size, generator }: { size: Size; generator: Settings["generator"] },
): Omit<Settings, "say"> {
  const usual = size === "small" ? SMALL : USUAL;
  return {
    size,
    generator,
    connections: countOf(values, "connections") ?? usual.connections,
    accounts: countOf(values, "accounts", 2) ?? usual.accounts,
    scratch: values.scratch ?? tmpdir(),
  };
}

/** Those of `all` that the words name. Throws `OptionError` at a word that names none. */
export function namedIn<I extends { name: string }>(
  all: readonly I[],
  words: readonly string[],
  noun: string,
): readonly I[] {
  const unknown = words.filter((word) => !all.some(({ name }) => name === word));
  if (unknown.length > 0) {
    const names = all.map(({ name }) => name).join(" ");
    throw new OptionError(`no ${noun} ${unknown.join(", ")}: ${names}`);
  }
  return all.filter(({ name }) => words.includes(name));
}

/**
 * The value of a flag, undefined where it is absent. Throws `OptionError` unless it is a whole number
 * of at least `least`.
 */
export function countOf<N extends string>(
  values: { readonly [name in N]?: string },
  name: N,
  least = 1,
): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least) return value;
  throw new OptionError(`--${name} is a whole number from ${least}, not "${text}"`);
}
