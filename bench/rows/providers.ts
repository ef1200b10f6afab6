/** Verifications of live by a provider in a process of its own, and what they cost the transfers of the same time. */
import { openBank } from "../bank.ts";
import { startLiveProvider } from "../live_provider.ts";
import { type Row, type Settings, SHORTFALL, type Turn } from "../row.ts";
import { openVerifying, type VerificationFigures } from "../verification_load.ts";

/** Starts of verifications per second; few where only errors are looked for. */
const RATE = { small: 50, usual: 500, full: 500 };
export const providers: Row = {
  name: "providers",
  title: "500 verifications a second beside full load",
  pairs: 3,
  seconds: 6,
  warmUpSeconds: 2,
  shortfall: SHORTFALL,
  figures: [
    {
      name: "ratio",
      text: "transfers beside 500 verifications a second, of those alone",
      digits: 2,
      asked: { atLeast: 0.95 },
    },
    {
      name: "verificationsPerSecond",
      text: "verifications that the provider accepted per second",
      digits: 0,
      asked: { atLeast: 480 },
    },
    { name: "startP50Ms", text: "p50 of a start, the provider's answer included, ms", digits: 0 },
    { name: "startP99Ms", text: "p99 of a start, ms", digits: 0 },
  ],
  async open(settings) {
    const { bank, provider, verifying, close } = await openProcesses(settings);
    const rate = RATE[settings.size];
    let started = 0;
    return {
      sides: [
        { name: "alone", turn: (seconds) => bank.load("transfer", seconds) },
        {
          name: "beside",
          async turn(seconds) {
            const entityIds = await verifying.entities(rate * seconds);
            started += entityIds.length;
            const [load, starts] = await Promise.all([
              bank.load("transfer", seconds),
              verifying.startAll(entityIds, rate),
            ]);
            // Nothing of them is left to be done in the next turn.
            await verifying.verified(entityIds);
            return { ...load, ...prefixed(starts) };
          },
        },
      ],
      notes: [
        `${rate} verifications a second, by the reference provider in a process of its own, whose book is on a memory ` +
          "disk where there is one; it tells each outcome at once, as news; entities made and submitted before the " +
          "turn; a start's time counts from when it was due until its answer, which is on disk",
      ],
      async check() {
        await bank.check();
        const { effects, sentTwice } = await provider.counts();
        if (effects === started && sentTwice === 0) return;
        throw new Error(`${started} started, ${effects} accepted, ${sentTwice} sent twice`);
      },
      close,
    };
  },
  derive: (of) => ({
    ratio: of("beside", "perSecond") / of("alone", "perSecond"),
    verificationsPerSecond: of("beside", "verificationsPerSecond"),
    startP50Ms: of("beside", "startP50Ms"),
    startP99Ms: of("beside", "startP99Ms"),
  }),
};

function prefixed({ perSecond, p50Ms, p99Ms }: VerificationFigures): Turn {
  return { verificationsPerSecond: perSecond, startP50Ms: p50Ms, startP99Ms: p99Ms };
}

/** The bank, the provider and the Product of live; all of it is closed where a part fails. */
async function openProcesses(settings: Settings) {
  const bank = await openBank(settings);
  const closing = [bank.close];
  const close = async () => {
    for (const one of closing.toReversed()) await one();
  };
  try {
    const provider = await startLiveProvider(bank.server, settings.scratch);
    closing.push(provider.stop);
    const verifying = await openVerifying(bank.server);
    closing.push(async () => verifying.close());
    return { bank, provider, verifying, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}
