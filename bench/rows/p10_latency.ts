/** P10: latency at half of the server's maximum, at a constant rate: as a server should be run. */
import { openBank } from "../bank.ts";
import { openLoopOfTransfers } from "../open_loop.ts";
import { type Row, SHORTFALL } from "../row.ts";

export const p10Latency: Row = {
  name: "p10",
  title: "latency at half of the maximum load",
  pairs: 3,
  seconds: 5,
  warmUpSeconds: 2,
  shortfall: SHORTFALL,
  figures: [
    { name: "p50Ms", text: "p50, ms", digits: 2, isHeadline: true, asked: { below: 2 } },
    { name: "p99Ms", text: "p99, ms", digits: 2, asked: { below: 10 } },
    { name: "p999Ms", text: "p99.9, ms", digits: 2 },
    { name: "perSecond", text: "transfers per second meanwhile", digits: 0 },
    { name: "maximumPerSecond", text: "the maximum, transfers per second", digits: 0 },
  ],
  async open(settings) {
    const { connections } = settings;
    const bank = await openBank(settings);
    let maximumPerSecond = 0;
    return {
      sides: [
        {
          name: "maximum",
          turn: async (seconds) => {
            const figures = await bank.load("transfer", seconds);
            maximumPerSecond = figures.perSecond;
            return figures;
          },
        },
        {
          name: "half",
          turn: (seconds) => {
            const rate = Math.floor(maximumPerSecond / 2);
            return openLoopOfTransfers(bank, { rate, seconds, connections });
          },
        },
      ],
      notes: [
        "open loop: latency counts from when a request was due, the generator's delay included",
      ],
      check: bank.check,
      close: bank.close,
    };
  },
  derive: (of) => ({
    p50Ms: of("half", "p50Ms"),
    p99Ms: of("half", "p99Ms"),
    p999Ms: of("half", "p999Ms"),
    perSecond: of("half", "perSecond"),
    maximumPerSecond: of("maximum", "perSecond"),
  }),
};
