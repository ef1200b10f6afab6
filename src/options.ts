/** The server's options: flags and environment variables; a flag wins over its variable. */
import { isIPv4 } from "node:net";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { RATE_LIMIT_MAX, type RateLimits } from "./access/rate_limit.ts";
import { OptionError } from "./base/option_error.ts";
import { isMailAddress } from "./contract/declare/mail.ts";
import { cidrFault } from "./contract/values/cidr_list.ts";

export type Options = {
  host: string;
  port: number;
  dataDir: string;
  edges: number;
  /** Reader threads of each edge. */
  readers: number;
  /** Undefined: the number in the data directory; for a new directory the default. */
  shards: number | undefined;
  limitCredential: number;
  limitIp: number;
  limitDiscovery: number;
  limitIdentityIp: number;
  limitIdentityEmail: number;
  /** The most connections of one address, of IPv6 of one /64; 0 for any number. */
  limitConnections: number;
  /** Mebibytes that the log of requests may take; 0 switches it off. */
  developerLogMb: number;
  /** MiB of the disk kept for the ledger, 0 for none; chosen by the disk's size where undefined. */
  diskReserveMb: number | undefined;
  logLevel: string;
  publicUrl: string | undefined;
  /** Addresses and CIDR blocks whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  graphqlCompiler: boolean;
  /** Seconds between two reports of an edge, of when credentials were used. */
  lastUseSeconds: number;
  /** The hour of UTC in which the books of providers of live are compared; undefined: never. */
  compareHour: number | undefined;
  /** The mail server, a secret: it may hold a password. Undefined: mails become files. */
  mailUrl: string | undefined;
  /** The address that mails come from. */
  mailFrom: string;
  /** Whether what strangers name may be an address of this machine: webhooks, documents of clients, providers. */
  allowLoopback: boolean;
  demo: boolean;
};

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
/** The most threads of one kind; ids have room for more. */
const THREADS_MAX = 64;
/** The most reader threads of one edge. */
const READERS_MAX = 16;

/**
 * Edges and shards for a machine of so many cores: a shard for each four, as many threads as cores,
 * and at least one of each (decision 0016). One edge where the system is not Linux: listeners share a port there, and the
 * kernel does not spread connections over them.
 */
export function defaultShape(
  cores: number,
  platform = process.platform,
): { edges: number; shards: number } {
  const shards = Math.max(1, Math.round(cores / 4));
  return { edges: platform === "linux" ? Math.max(1, cores - shards) : 1, shards };
}

export const { edges: DEFAULT_EDGES, shards: DEFAULT_SHARDS } = defaultShape(
  availableParallelism(),
);

/** Whether a server that listens on `host` takes connections of this machine alone; its users may be elsewhere, behind a proxy. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
}

/**
 * Whether a server is for its own machine alone: it listens on loopback, and nothing says that a proxy brings
 * it the requests of others.
 */
function isOfOwnMachine(one: Pick<Options, "host" | "publicUrl" | "trustedProxies">): boolean {
  return isLoopback(one.host) && one.publicUrl === undefined && one.trustedProxies.length === 0;
}

/**
 * Whether clients come from other machines without TLS, as far as the options say: whoever is on the way can
 * read keys and passwords then.
 */
export function isServedInClear(one: Pick<Options, "host" | "publicUrl">): boolean {
  return !isLoopback(one.host) && one.publicUrl?.startsWith("https://") !== true;
}

/** Widths of the columns of the help text, in characters. */
const FLAG_WIDTH = 30;
const VARIABLE_WIDTH = 27;

type Flag = { name: string; variable: string; value: string; fallback: string; help: string };

const FLAGS: readonly Flag[] = [
  flag("host", "HOST", "ADDRESS", "127.0.0.1", "address to listen on"),
  flag("port", "PORT", "PORT", "8080", "port to listen on; 0 takes a free one"),
  flag("data", "DATA_DIR", "DIR", "./data", "directory of the logs; made when missing"),
  flag("edges", "EDGES", "COUNT", String(DEFAULT_EDGES), "HTTP threads"),
  flag("readers", "READERS", "COUNT", "1", "threads of each edge for exports and long reads"),
  flag("shards", "SHARDS", "COUNT", "", "ledger threads; fixed when a data directory is made"),
  flag(
    "limit-credential",
    "RATE_LIMIT_CREDENTIAL",
    "COUNT",
    "600",
    "requests per 60 s and credential; 0 is off",
  ),
  flag("limit-ip", "RATE_LIMIT_IP", "COUNT", "1200", "requests per 60 s and address; 0 is off"),
  flag(
    "limit-discovery",
    "RATE_LIMIT_DISCOVERY",
    "COUNT",
    "120",
    "anonymous documents per 60 s and address; 0 is off",
  ),
  flag(
    "limit-identity-ip",
    "RATE_LIMIT_IDENTITY_IP",
    "COUNT",
    "30",
    "sign-ups, log-ins and resets per 60 s and address; 0 is off",
  ),
  flag(
    "limit-identity-email",
    "RATE_LIMIT_IDENTITY_EMAIL",
    "COUNT",
    "10",
    "the same with a right proof, per 60 s, e-mail address and network; and mails of them to one address; 0 is off",
  ),
  flag(
    "limit-connections",
    "CONNECTION_LIMIT_IP",
    "COUNT",
    "1200",
    "connections of an address at a time, of IPv6 of a /64; 0 is off",
  ),
  flag(
    "developer-log-mb",
    "DEVELOPER_LOG_MB",
    "COUNT",
    "4096",
    "MiB that the developer log may take, kept up to 30 days; 0 is off",
  ),
  flag(
    "disk-reserve-mb",
    "DISK_RESERVE_MB",
    "COUNT",
    "",
    "MiB of the disk kept for the ledger; 0 is off (default: a quarter of the disk, at most 1024)",
  ),
  flag("graphql-compiler", "GRAPHQL_COMPILER", "on|off", "on", "off: graphql-js runs all queries"),
  flag(
    "last-use-seconds",
    "LAST_USE_SECONDS",
    "COUNT",
    "60",
    "between two records of when keys, sessions and tokens were used",
  ),
  flag(
    "compare-hour",
    "COMPARE_HOUR",
    "HOUR",
    "2",
    "hour of UTC, 0 to 23, in which the books of providers are compared; off: never",
  ),
  flag(
    "mail-url",
    "MAIL_URL",
    "URL",
    "",
    "smtp:// or smtps:// server; without it mails become files",
  ),
  flag(
    "mail-from",
    "MAIL_FROM",
    "ADDRESS",
    "",
    "sender of mails (default no-reply@ the public host)",
  ),
  flag("log-level", "LOG_LEVEL", "LEVEL", "info", LOG_LEVELS.join(", ")),
  flag("public-url", "PUBLIC_URL", "URL", "", "address that clients use, behind a proxy"),
  flag(
    "trusted-proxies",
    "TRUSTED_PROXIES",
    "CIDRS",
    "",
    "proxies whose X-Forwarded-For is believed: addresses or CIDR blocks, by commas",
  ),
];

/** Flags without a value. A variable that is `0` or `false` says no, and one that is not empty says yes. */
const SWITCHES = [
  {
    name: "allow-loopback",
    variable: "ALLOW_LOOPBACK",
    help:
      "webhooks, documents of clients and providers may be on this machine (implied on a loopback " +
      "host without --public-url and --trusted-proxies)",
  },
  { name: "no-demo", variable: "NO_DEMO", help: "make no demo tenant in a new directory" },
] as const;

function flag(name: string, variable: string, value: string, fallback: string, help: string): Flag {
  return { name, variable, value, fallback, help };
}

export function helpText(): string {
  const lines = FLAGS.map(({ name, variable, value, fallback, help }) => {
    const byDefault = name === "shards" ? `${DEFAULT_SHARDS} on this machine` : fallback;
    const ending = byDefault === "" ? "" : ` (default ${byDefault})`;
    return `  ${`--${name} ${value}`.padEnd(FLAG_WIDTH)}${variable.padEnd(VARIABLE_WIDTH)}${help}${ending}`;
  });
  return [
    "Usage: npm start -- [flags]",
    "",
    `  ${"flag".padEnd(FLAG_WIDTH)}${"environment variable".padEnd(VARIABLE_WIDTH)}meaning`,
    ...lines,
    ...SWITCHES.map(
      ({ name, variable, help }) =>
        `  ${`--${name}`.padEnd(FLAG_WIDTH)}${`${variable}=1`.padEnd(VARIABLE_WIDTH)}${help}`,
    ),
    `  ${"--help".padEnd(FLAG_WIDTH + VARIABLE_WIDTH)}this text`,
    "",
    "A flag wins over its environment variable.",
    "",
  ].join("\n");
}

/** The options, or "help" when that was asked for. Throws `OptionError`. */
export function parseOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Options | "help" {
  const values = parsed(args);
  if (values["help"] === true) return "help";
  const text = (name: string): string => {
    const { variable, fallback } = FLAGS.find((entry) => entry.name === name) as Flag;
    const given = values[name];
    return (typeof given === "string" ? given : environment[variable]) ?? fallback;
  };
  /** What was said of a switch; undefined where nothing was said. */
  const said = (name: (typeof SWITCHES)[number]["name"]): boolean | undefined => {
    if (values[name] === true) return true;
    const { variable } = SWITCHES.find((entry) => entry.name === name) as (typeof SWITCHES)[number];
    const value = environment[variable] ?? "";
    return value === "" ? undefined : value !== "0" && value !== "false";
  };
  const logLevel = text("log-level");
  if (!LOG_LEVELS.includes(logLevel)) {
    throw new OptionError(`--log-level is one of ${LOG_LEVELS.join(", ")}, not "${logLevel}"`);
  }
  const host = text("host");
  if (host === "" || /[\s/]/.test(host)) throw new OptionError(`--host "${host}" is no address`);
  const dataDir = text("data");
  if (dataDir === "") throw new OptionError("--data is empty");
  const shards = text("shards");
  const diskReserve = text("disk-reserve-mb");
  const compareHour = text("compare-hour");
  const reached = {
    host,
    publicUrl: publicUrl(text("public-url")),
    trustedProxies: trustedProxies(text("trusted-proxies")),
  };
  return {
    ...reached,
    port: wholeNumber("port", text("port"), 0, 65_535),
    dataDir,
    edges: wholeNumber("edges", text("edges"), 1, THREADS_MAX),
    readers: wholeNumber("readers", text("readers"), 1, READERS_MAX),
    shards: shards === "" ? undefined : wholeNumber("shards", shards, 1, THREADS_MAX),
    limitCredential: limit("limit-credential", text("limit-credential")),
    limitIp: limit("limit-ip", text("limit-ip")),
    limitDiscovery: limit("limit-discovery", text("limit-discovery")),
    limitIdentityIp: limit("limit-identity-ip", text("limit-identity-ip")),
    limitIdentityEmail: limit("limit-identity-email", text("limit-identity-email")),
    limitConnections: limit("limit-connections", text("limit-connections")),
    diskReserveMb:
      diskReserve === "" ? undefined : wholeNumber("disk-reserve-mb", diskReserve, 0, 2 ** 24),
    developerLogMb: wholeNumber("developer-log-mb", text("developer-log-mb"), 0, 2 ** 24),
    logLevel,
    compareHour:
      compareHour === "off" ? undefined : wholeNumber("compare-hour", compareHour, 0, 23),
    mailUrl: mailUrl(text("mail-url")),
    mailFrom: mailFrom(text("mail-from"), text("public-url")),
    allowLoopback: said("allow-loopback") ?? isOfOwnMachine(reached),
    graphqlCompiler: onOrOff("graphql-compiler", text("graphql-compiler")),
    lastUseSeconds: wholeNumber("last-use-seconds", text("last-use-seconds"), 1, 3_600),
    demo: said("no-demo") !== true,
  };
}

/** The limits of all budgets, as the options have them. */
export function rateLimitsOf(options: Options): RateLimits {
  return {
    credentialLimit: options.limitCredential,
    ipLimit: options.limitIp,
    discoveryLimit: options.limitDiscovery,
    identityIpLimit: options.limitIdentityIp,
  };
}

function parsed(args: readonly string[]): Record<string, string | boolean | undefined> {
  const options: Record<string, { type: "string" | "boolean" }> = {
    help: { type: "boolean" },
  };
  for (const { name } of SWITCHES) options[name] = { type: "boolean" };
  for (const { name } of FLAGS) options[name] = { type: "string" };
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false })
      .values as Record<string, string | boolean | undefined>;
  } catch (cause) {
    throw new OptionError(`${(cause as Error).message} (see --help)`, { cause });
  }
}

function onOrOff(name: string, text: string): boolean {
  if (text !== "on" && text !== "off")
    throw new OptionError(`--${name} is on or off, not "${text}"`);
  return text === "on";
}

function limit(name: string, text: string): number {
  return wholeNumber(name, text, 0, RATE_LIMIT_MAX);
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) {
    throw new OptionError(`--${name} is a whole number from ${least} to ${most}, not "${text}"`);
  }
  return value;
}

function publicUrl(text: string): string | undefined {
  if (text === "") return undefined;
  try {
    const url = new URL(text);
    if (url.protocol === "http:" || url.protocol === "https:") {
      return text.replace(/^https?:/i, url.protocol).replace(/\/+$/, "");
    }
  } catch {
    // The error below says the same as for other protocols.
  }
  throw new OptionError(`--public-url "${text}" is not an http or https address`);
}

/** The text may hold a password, so the message does not repeat it. */
function mailUrl(text: string): string | undefined {
  if (text === "") return undefined;
  if (isMailUrl(text)) return text;
  throw new OptionError(
    "--mail-url is smtp://HOST:PORT or smtps://HOST:PORT, with USER:PASSWORD@ before HOST where the " +
      "server asks for them, each in percent-encoding",
  );
}

function isMailUrl(text: string): boolean {
  try {
    const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
    decodeURIComponent(username);
    decodeURIComponent(password);
    const isBare = ["", "/"].includes(pathname) && search === "" && hash === "";
    return ["smtp:", "smtps:"].includes(protocol) && hostname !== "" && isBare;
  } catch {
    return false;
  }
}

/** By default an address at the host of the public URL, where that is a name. */
function mailFrom(text: string, publicAddress: string): string {
  if (text === "") {
    const host = publicAddress === "" ? "" : new URL(publicAddress).hostname;
    const byHost = `no-reply@${host}`;
    return isIPv4(host) || !isMailAddress(byHost) ? "no-reply@localhost" : byHost;
  }
  if (isMailAddress(text)) return text;
  throw new OptionError(`--mail-from "${text}" is no address such as no-reply@example.com`);
}

function trustedProxies(text: string): string[] {
  const proxies = text === "" ? [] : text.split(",").map((one) => one.trim());
  for (const one of proxies) {
    const fault = cidrFault(one);
    if (fault !== undefined) throw new OptionError(`--trusted-proxies "${one}" ${fault}`);
  }
  return proxies;
}
