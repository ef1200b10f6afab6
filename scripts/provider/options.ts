/** The flags of `npm run provider`, checked. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { OptionError } from "../../src/base/option_error.ts";
import { isFaultMode, PROVIDER_FAULTS, type ProviderFaultMode } from "./faults.ts";
import { DECISIONS, type Decision } from "./provider.ts";

const MODES = Object.entries(PROVIDER_FAULTS)
  .map(([mode, does]) => `  ${mode.padEnd(20)} ${does}`)
  .join("\n");

export const PROVIDER_USAGE = `Usage: PROVIDER_SECRET=whsec_… npm run provider -- [flags]

A provider of verifications that keeps to the protocol of src/outbox/PROVIDER.md, to try live mode with:
it accepts what the platform sends, decides it after a while, and tells the platform. Listens on 127.0.0.1.
PROVIDER_SECRET is the secret that "npm run admin -- provider set" has shown.

  --port PORT         port to listen on; 0 takes a free one (default 8090)
  --book FILE         its own book, made when missing (default ./provider-book.jsonl)
  --news-url URL      where it tells news: the platform's base URL and /provider-news/NAME; without it
                      news are in the book alone
  --decide STATUS     what becomes of each effect: ${DECISIONS.join(", ")} (default verified)
  --decide-after MS   how long that takes (default 1000)
  --news-pause MS     pause before news are told again (default: the schedule of the protocol)
  --fault MODE        misbehave so, always; may be given several times
  --help              this text

While it runs: POST /control/faults {"mode", "count"}; POST /control/effects/ID/outcome {"outcome", …};
GET /control/book. The modes:
${MODES}
`;

const PORT_MAX = 65_535;
const MS_MAX = 86_400_000;
const ALWAYS = 1_000_000;

export type ProviderOptions = {
  port: number;
  bookPath: string;
  secret: string;
  newsUrl: string | undefined;
  decision: Decision;
  decideAfterMs: number;
  newsPauseMs: number | undefined;
  faults: readonly { mode: ProviderFaultMode; count: number }[];
};

/** The options, or "help". Throws `OptionError` with a sentence for the person who typed the flags. */
export function parseProviderOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ProviderOptions | "help" {
  const values = parsed(args);
  if (values.help === true) return "help";
  const count = (name: string, text: string | undefined, usual: number, most: number): number => {
    if (text === undefined) return usual;
    const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    if (number >= 0 && number <= most) return number;
    throw new OptionError(`--${name} is a number from 0 to ${most}, not "${text}"`);
  };
  const secret = environment["PROVIDER_SECRET"] ?? "";
  if (!/^whsec_[A-Za-z0-9+/]{43}=$/.test(secret)) {
    throw new OptionError("PROVIDER_SECRET must be whsec_ and the base64 of 32 bytes");
  }
  const decision = DECISIONS.find((one) => one === (values.decide ?? "verified"));
  if (decision === undefined) throw new OptionError(`--decide is one of ${DECISIONS.join(", ")}`);
  const newsUrl = values["news-url"];
  if (newsUrl !== undefined && !/^https?:\/\/[^/]/.test(newsUrl)) {
    throw new OptionError("--news-url begins with http:// or https://");
  }
  const faults = (values.fault ?? []).map((mode) => {
    if (isFaultMode(mode)) return { mode, count: ALWAYS };
    throw new OptionError(`--fault is one of ${Object.keys(PROVIDER_FAULTS).join(", ")}`);
  });
  const pause = values["news-pause"];
  return {
    port: count("port", values.port, 8_090, PORT_MAX),
    bookPath: resolve(values.book ?? "provider-book.jsonl"),
    secret,
    newsUrl,
    decision,
    decideAfterMs: count("decide-after", values["decide-after"], 1_000, MS_MAX),
    newsPauseMs: pause === undefined ? undefined : count("news-pause", pause, 0, MS_MAX),
    faults,
  };
}

function parsed(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: text,
        book: text,
        "news-url": text,
        decide: text,
        "decide-after": text,
        "news-pause": text,
        fault: { type: "string", multiple: true },
        help: { type: "boolean" },
      },
    }).values;
  } catch (cause) {
    throw new OptionError((cause as Error).message, { cause });
  }
}
