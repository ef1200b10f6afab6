/** `npm run provider -- [flags]`: the reference provider, a process of its own; see --help. */
import { OptionError } from "../src/base/option_error.ts";
import { ProviderBook } from "./provider/book.ts";
import { BankCredits } from "./provider/credits.ts";
import { Faults } from "./provider/faults.ts";
import { NewsTeller } from "./provider/news.ts";
import { PROVIDER_USAGE, type ProviderOptions, parseProviderOptions } from "./provider/options.ts";
import { ReferenceProvider } from "./provider/provider.ts";
import { openProviderServer } from "./provider/provider_server.ts";

const FAILED = 1;
const MISUSED = 2;

async function main(): Promise<void> {
  const options = parseProviderOptions(process.argv.slice(2), process.env);
  if (options === "help") {
    process.stdout.write(PROVIDER_USAGE);
    return;
  }
  const book = new ProviderBook(options.bookPath);
  const { server, origin, parts } = await openProviderServer(options.port, (at) =>
    partsOf(options, book, at),
  );
  const stop = () => {
    server.close();
    server.closeAllConnections();
    parts.provider.close();
    book.close();
    process.exitCode = 0;
  };
  process.once("SIGTERM", stop).once("SIGINT", stop);
  process.stdout.write(`provider: serving at ${origin}, ${book.size} effects in its book\n`);
}

function partsOf(
  {
    perAddress,
    kind,
    secret,
    newsUrl,
    newsPauseMs,
    decisions,
    decideAfterMs,
    faults: armed,
  }: ProviderOptions,
  book: ProviderBook,
  origin: string,
) {
  const faults = new Faults();
  for (const { mode, count } of armed) faults.arm(mode, count);
  const pausesMs = newsPauseMs === undefined ? {} : { pausesMs: [newsPauseMs] };
  const teller =
    newsUrl === undefined ? undefined : new NewsTeller({ book, url: newsUrl, secret, ...pausesMs });
  const credits = new BankCredits({ book, faults, teller, perAddress });
  const pageUrl = `${origin}/verify`;
  const provider = new ReferenceProvider({
    ...{ kind, book, faults, teller, decisions, decideAfterMs, pageUrl, credits },
  });
  return { provider, book, faults, secret, credits };
}

main().catch((cause: Error) => {
  process.stderr.write(`${cause instanceof OptionError ? cause.message : cause.stack}\n`);
  process.exitCode = cause instanceof OptionError ? MISUSED : FAILED;
});
