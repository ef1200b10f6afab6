/** The flags of a load test, checked. */
import { parseArgs } from "node:util";
import { OptionError } from "../../src/base/option_error.ts";

export const MIXES = ["transfers", "holds", "mixed"] as const;
export type Mix = (typeof MIXES)[number];

export type LoadOptions = {
  /** Origin and path prefix of the operations, without a slash at the end. */
  baseUrl: URL;
  apiKey: string;
  connections: number;
  durationSeconds: number;
  /** Requests a second in an open loop; undefined: a closed loop. */
  rate: number | undefined;
  /** Items of a batch; undefined: `POST /transfers`. */
  batch: number | undefined;
  accounts: number;
  mix: Mix;
  currency: string;
  fundingMinor: number;
  allowInsufficient: boolean;
  json: boolean;
};

export const LOAD_USAGE = `Usage: npm run load -- --url URL --key KEY [flags]

Drives a running server with writes, then checks that no money was made, lost or moved twice.
Makes a customer and accounts of its own in the key's sandbox Product.

  --url URL            address of the server, with or without /v1
  --key KEY            an API key of the sandbox; or the environment variable LOAD_API_KEY
  --connections COUNT  keep-alive connections, one request at a time each (default 64)
  --duration SECONDS   how long (default 10)
  --rate COUNT         requests a second, sent on time whether or not earlier ones were answered;
                       latency counts from when a request was due. Without it each connection
                       sends its next request as soon as it has its answer
  --batch COUNT        items of a POST /transfers/batch, 1 to 1000, instead of POST /transfers
  --accounts COUNT     accounts that the money moves between (default 100)
  --mix MIX            transfers; holds: a hold, then its clearing (3 of 4) or cancelling;
                       mixed: of 10 requests 6 transfers, 3 about holds, 1 balance
                       (default transfers)
  --currency CODE      currency of the accounts (default USD)
  --funding AMOUNT     minor units on each account at the start (default 1000000000)
  --allow-insufficient an account may run dry: 409 insufficient_balance is then expected
  --json               the result as one JSON object instead of text
  --help               this text

Progress goes to stderr, the result to stdout. Exit code: 0 all as expected; 1 an answer that was
not, or figures that do not add up; 2 a flag that is wrong.

A server admits 600 requests a minute and key unless it is told otherwise. For a load test start
it with --limit-credential 0 --limit-ip 0.
`;

/**
 * The largest funding of an account: balances stay far below 2^53, so a double holds them exactly.
 */
const FUNDING_MAX = 1_000_000_000_000;

const TEXT_FLAGS = [
  ...["url", "key", "connections", "duration", "rate", "batch", "accounts", "mix", "currency"],
  "funding",
];

/**
 * The options, or "help". Throws `OptionError` with a sentence for the person who typed the flags.
 */
export function parseLoadOptions(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): LoadOptions | "help" {
  const values = parsed(args);
  if (values["help"] === true) return "help";
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  const count = (name: string, fallback: number, least: number, most: number): number =>
    wholeNumber(name, text(name) ?? String(fallback), least, most);
  const optional = (name: string, most: number): number | undefined => {
    const value = text(name);
    return value === undefined ? undefined : wholeNumber(name, value, 1, most);
  };
  const apiKey = text("key") ?? variables["LOAD_API_KEY"] ?? "";
  if (!/^[!-~]+$/.test(apiKey)) throw new OptionError("--key (or LOAD_API_KEY) is required");
  const mix = MIXES.find((name) => name === (text("mix") ?? "transfers"));
  if (mix === undefined) {
    throw new OptionError(`--mix is one of ${MIXES.join(", ")}, not "${text("mix")}"`);
  }
  const batch = optional("batch", 1_000);
  if (batch !== undefined && mix === "holds") {
    throw new OptionError("--batch goes with --mix transfers or mixed: holds have no batch");
  }
  const currency = text("currency") ?? "USD";
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new OptionError(`--currency is a code such as USD, not "${currency}"`);
  }
  return {
    baseUrl: baseUrlOf(text("url")),
    apiKey,
    connections: count("connections", 64, 1, 20_000),
    durationSeconds: count("duration", 10, 1, 86_400),
    rate: optional("rate", 1_000_000),
    batch,
    accounts: count("accounts", 100, 2, 100_000),
    mix,
    currency,
    fundingMinor: count("funding", 1_000_000_000, 1, FUNDING_MAX),
    allowInsufficient: values["allow-insufficient"] === true,
    json: values["json"] === true,
  };
}

function parsed(args: readonly string[]): Record<string, string | boolean | undefined> {
  const options: Record<string, { type: "string" | "boolean" }> = {
    help: { type: "boolean" },
    json: { type: "boolean" },
    "allow-insufficient": { type: "boolean" },
  };
  for (const name of TEXT_FLAGS) options[name] = { type: "string" };
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false })
      .values as Record<string, string | boolean | undefined>;
  } catch (cause) {
    throw new OptionError(`${(cause as Error).message} (see --help)`, { cause });
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,13}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) {
    throw new OptionError(`--${name} is a whole number from ${least} to ${most}, not "${text}"`);
  }
  return value;
}

/** Adds `/v1` to a URL without a path; behind a proxy the operations may have another path. */
function baseUrlOf(text: string | undefined): URL {
  if (text === undefined) throw new OptionError("--url is required (see --help)");
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new OptionError(`--url "${text}" is not an http or https address`);
  }
  if (url.search !== "" || url.hash !== "" || url.username !== "") {
    throw new OptionError(`--url "${text}" has more than an origin and a path`);
  }
  const path = url.pathname.replace(/\/+$/, "");
  return new URL(path === "" ? "/v1" : path, url);
}
