/** The flags of `npm run provider`, checked. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { OptionError } from "../../src/base/option_error.ts";
import { PROVIDER_KINDS, type ProviderKind } from "../../src/contract/messages/provider_kinds.ts";
import { DECISIONS, type Decisions, USUAL_DECISIONS } from "./decisions.ts";
import { isFaultMode, PROVIDER_FAULTS, type ProviderFaultMode } from "./faults.ts";

const MODES = Object.entries(PROVIDER_FAULTS)
  .map(([mode, does]) => `  ${mode.padEnd(20)} ${does}`)
  .join("\n");

export const PROVIDER_USAGE = `Usage: PROVIDER_SECRET=whsec_… npm run provider -- [flags]

A provider of verifications, or a bank, that keeps to the protocol of src/outbox/PROVIDER.md, to try live
mode with: it accepts what the platform sends, decides it after a while, and tells the platform. A bank opens
addresses, tells credits, pays out, collects and checks payees; no money moves. Listens on 127.0.0.1.
PROVIDER_SECRET is the secret that "npm run admin -- provider set" has shown.

  --kind KIND         ${Object.keys(PROVIDER_KINDS).join(" or ")}, as the platform has it (default verification)
  --port PORT         port to listen on; 0 takes a free one (default 8090)
  --book FILE         its own book, made when missing (default ./provider-book.jsonl)
  --news-url URL      where it tells news: the platform's base URL and /provider-news/NAME; without it
                      news are in the book alone
  --decide STATUS     what becomes of each verification: ${DECISIONS.verification.join(", ")}
                      (default ${USUAL_DECISIONS.verification})
  --decide-address STATUS
                      of each address that is opened: ${DECISIONS.address.join(", ")} (default ${USUAL_DECISIONS.address})
  --decide-payout STATUS
                      of each payout: ${DECISIONS.payout.join(", ")} (default ${USUAL_DECISIONS.payout});
                      returned: posted, and returned after the same time again
  --decide-collection STATUS
                      of each collection: ${DECISIONS.collection.join(", ")}
                      (default ${USUAL_DECISIONS.collection}); returned: as with payouts
  --decide-payee STATUS
                      of each check of a payee, in the answer: ${DECISIONS.payee_check.join(", ")}
                      (default ${USUAL_DECISIONS.payee_check})
  --credits COUNT     credits that arrive at each address of a bank when it is opened (default 0)
  --decide-after MS   how long that takes (default 1000)
  --news-pause MS     pause before news are told again (default: the schedule of the protocol)
  --fault MODE        misbehave so, always; may be given several times
  --help              this text

While it runs: POST /control/faults {"mode", "count"}; POST /control/effects/ID/outcome {"outcome", …};
POST /control/credits with the members of a credit, of which only how its address is named is required;
GET /control/book. The modes:
${MODES}
`;

const PORT_MAX = 65_535;
const MS_MAX = 86_400_000;
const CREDITS_MAX = 1_000;
const ALWAYS = 1_000_000;
const KINDS = Object.keys(PROVIDER_KINDS) as ProviderKind[];

export type ProviderOptions = {
  port: number;
  bookPath: string;
  secret: string;
  newsUrl: string | undefined;
  kind: ProviderKind;
  decisions: Decisions;
  decideAfterMs: number;
  newsPauseMs: number | undefined;
  /** Credits that arrive at each address when it is opened. */
  perAddress: number;
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
  const kind = oneOf("kind", values.kind ?? "verification", KINDS);
  const decisions: Decisions = {
    verification: decisionOf("decide", "verification", values.decide),
    address: decisionOf("decide-address", "address", values["decide-address"]),
    payout: decisionOf("decide-payout", "payout", values["decide-payout"]),
    credit_return: USUAL_DECISIONS.credit_return,
    collection: decisionOf("decide-collection", "collection", values["decide-collection"]),
    payee_check: decisionOf("decide-payee", "payee_check", values["decide-payee"]),
  };
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
    kind,
    decisions,
    decideAfterMs: count("decide-after", values["decide-after"], 1_000, MS_MAX),
    perAddress: count("credits", values.credits, 0, CREDITS_MAX),
    newsPauseMs: pause === undefined ? undefined : count("news-pause", pause, 0, MS_MAX),
    faults,
  };
}

function oneOf<T extends string>(name: string, text: string, all: readonly T[]): T {
  const found = all.find((one) => one === text);
  if (found === undefined) throw new OptionError(`--${name} is one of ${all.join(", ")}`);
  return found;
}

function decisionOf<K extends keyof Decisions>(
  name: string,
  kind: K,
  text: string = USUAL_DECISIONS[kind],
): Decisions[K] {
  const all: { readonly [Kind in keyof Decisions]: readonly Decisions[Kind][] } = DECISIONS;
  return oneOf(name, text, all[kind]);
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
        kind: text,
        decide: text,
        "decide-address": text,
        "decide-payout": text,
        "decide-collection": text,
        "decide-payee": text,
        "decide-after": text,
        "news-pause": text,
        credits: text,
        fault: { type: "string", multiple: true },
        help: { type: "boolean" },
      },
    }).values;
  } catch (cause) {
    throw new OptionError((cause as Error).message, { cause });
  }
}
