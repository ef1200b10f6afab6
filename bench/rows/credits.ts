/** Money that a bank tells of, by news that are signed and told as a bank would, a tenth of them twice. */

import { openCredits } from "../credit_load.ts";
import { openLiveProduct } from "../live_product.ts";
import { startLiveProvider } from "../live_provider.ts";
import type { Row } from "../row.ts";
import { startServer } from "../server.ts";

export const credits: Row = {
  name: "credits",
  title: "received credits, told by a bank as signed news, each fsynced before its answer",
  pairs: 3,
  seconds: 4,
  warmUpSeconds: 2,
  figures: [
    {
      name: "perSecond",
      text: "credits per second, each credited exactly once",
      digits: 0,
      asked: { atLeast: 2_000 },
    },
    { name: "p50Ms", text: "p50 of a telling, ms", digits: 1 },
    { name: "p99Ms", text: "p99 of a telling, ms", digits: 1 },
  ],
  async open(settings) {
    const closing: (() => unknown)[] = [];
    const close = async () => {
      for (const one of closing.toReversed()) await one();
    };
    try {
      const server = await startServer(settings.scratch);
      closing.push(server.stop);
      const bank = await startLiveProvider(server, settings.scratch, "bank");
      closing.push(bank.stop);
      const product = await openLiveProduct(server);
      closing.push(product.close);
      const load = await openCredits(product, bank);
      closing.push(load.close);
      return {
        sides: [{ name: "told", turn: load.turn }],
        notes: [
          `${load.addresses} addresses at the reference bank, which opened them; the bench tells the news in its place, ` +
            `${load.connections} at a time, each tenth of them twice at the same time; the second telling of a credit ` +
            "is in no figure",
        ],
        check: load.check,
        close,
      };
    } catch (cause) {
      await close();
      throw cause;
    }
  },
  derive: (of) => ({
    perSecond: of("told", "perSecond"),
    p50Ms: of("told", "p50Ms"),
    p99Ms: of("told", "p99Ms"),
  }),
};
