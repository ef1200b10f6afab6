/** The flags of a fuzz run, checked. */
import { parseArgs } from "node:util";
import { OptionError } from "../../src/base/option_error.ts";

export type FuzzOptions = {
  /** Origin and path prefix of the operations, without a slash at the end. */
  baseUrl: URL;
  apiKey: string;
  seed: number;
  requests: number;
  connections: number;
  /** The most that the 99th percentile of answers may take, milliseconds. */
  p99Ms: number;
  /** The most that resident memory may grow over the run, MiB, where /metrics has it. */
  memoryMib: number;
};

export const FUZZ_USAGE = `Usage: npm run fuzz -- --url URL --key KEY [flags]

Sends requests made from the server's own /openapi.json: valid ones, ones with exactly one constraint
broken, and hostile ones. Every answer must be one that the contract allows, a broken constraint must
be named by its path, and none may be a 5xx.

  --url URL            address of the server, with or without /v1
  --key KEY            an API key of a sandbox Product; or the environment variable FUZZ_API_KEY
  --seed NUMBER        where chance starts (default: the time); the same seed sends the same kinds
  --requests COUNT     how many (default 10000)
  --connections COUNT  at once (default 8)
  --p99-ms MS          the slowest that the 99th percentile may be (default 1000)
  --memory-mib MIB     how much the server's memory may grow (default 512)
  --help               this text

Start the server with --limit-credential 0 --limit-ip 0 --limit-discovery 0 --limit-identity-ip 0
--limit-identity-email 0, or it will answer 429.
It fills the key's Product with things, and moves its sandbox clock: take one made for it.
Exit code: 0 all as expected; 1 an answer that was not; 2 a flag that is wrong.
`;

export function parseFuzzOptions(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): FuzzOptions | "help" {
  const values = parsed(args);
  if (values["help"] === true) return "help";
  const text = (name: string) => values[name] as string | undefined;
  const count = (name: string, fallback: number, most: number) =>
    wholeNumber(name, text(name) ?? String(fallback), most);
  const apiKey = text("key") ?? variables["FUZZ_API_KEY"] ?? "";
  if (!/^[!-~]+$/.test(apiKey)) throw new OptionError("--key (or FUZZ_API_KEY) is required");
  return {
    baseUrl: baseUrlOf(text("url")),
    apiKey,
    seed: count("seed", Date.now() % 2 ** 31, 2 ** 31 - 1),
    requests: count("requests", 10_000, 1_000_000_000),
    connections: count("connections", 8, 1_000),
    p99Ms: count("p99-ms", 1_000, 3_600_000),
    memoryMib: count("memory-mib", 512, 1_000_000),
  };
}

function parsed(args: readonly string[]): Record<string, string | boolean | undefined> {
  const options: Record<string, { type: "string" | "boolean" }> = { help: { type: "boolean" } };
  for (const name of ["url", "key", "seed", "requests", "connections", "p99-ms", "memory-mib"]) {
    options[name] = { type: "string" };
  }
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false })
      .values as Record<string, string | boolean | undefined>;
  } catch (cause) {
    throw new OptionError(`${(cause as Error).message} (see --help)`, { cause });
  }
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  const least = name === "seed" ? 0 : 1;
  if (!(value >= least && value <= most)) {
    throw new OptionError(`--${name} is a whole number from ${least} to ${most}, not "${text}"`);
  }
  return value;
}

function baseUrlOf(text: string | undefined): URL {
  if (text === undefined) throw new OptionError("--url is required (see --help)");
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new OptionError(`--url "${text}" is not an http or https address`);
  }
  const path = url.pathname.replace(/\/+$/, "");
  return new URL(path === "" ? "/v1" : path, url);
}
