/** P3: transfers in batches against transfers one by one, on one server in one run. */
import { openBank } from "../bank.ts";
import { type Row, SHORTFALL } from "../row.ts";

/**
 * Each connection waits for its whole batch: 16 keep both threads busy, and more would only queue.
 */
const CONNECTIONS = 16;
const SIZES = [50, 1_000] as const;

export const p3Batches: Row = {
  name: "p3",
  title: "`POST /transfers/batch`",
  pairs: 3,
  seconds: 3,
  warmUpSeconds: 2,
  shortfall: SHORTFALL,
  figures: [
    { name: "ratio50", text: "50 a request, times P1", digits: 1, asked: { atLeast: 4 } },
    { name: "ratio1000", text: "1,000 a request, times P1", digits: 1, asked: { atLeast: 6 } },
    { name: "perSecond50", text: "transfers per second, 50 a request", digits: 0 },
    {
      name: "perSecond1000",
      text: "transfers per second, 1,000 a request",
      digits: 0,
      isHeadline: true,
    },
    { name: "p99Ms1000", text: "p99 of a batch of 1,000, ms", digits: 0 },
    { name: "p999Ms1000", text: "p99.9 of a batch of 1,000, ms", digits: 0 },
  ],
  async open(settings) {
    const bank = await openBank(settings);
    const connections = Math.min(CONNECTIONS, settings.connections);
    const inBatches = SIZES.map((items) => ({
      name: `batch${items}`,
      turn: async (seconds: number) => {
        const figures = await bank.load("batch", seconds, { items, connections });
        return { ...figures, perSecond: figures.perSecond * items };
      },
    }));
    return {
      sides: [{ name: "single", turn: (seconds) => bank.load("transfer", seconds) }, ...inBatches],
      notes: [`batches over ${connections} connections`],
      check: bank.check,
      close: bank.close,
    };
  },
  derive: (of) => ({
    ratio50: of("batch50", "perSecond") / of("single", "perSecond"),
    ratio1000: of("batch1000", "perSecond") / of("single", "perSecond"),
    perSecond50: of("batch50", "perSecond"),
    perSecond1000: of("batch1000", "perSecond"),
    p99Ms1000: of("batch1000", "p99Ms"),
    p999Ms1000: of("batch1000", "p999Ms"),
  }),
};
