/** P1: durable transfers over HTTP, as a share of the rate of the bare HTTP server. */
import { openBankAndCeiling } from "../bank.ts";
import { loadTurn } from "../load.ts";
import { type Row, SHORTFALL } from "../row.ts";

export const p1Transfers: Row = {
  name: "p1",
  title: "`POST /transfers`, each fsynced before its answer",
  pairs: 5,
  seconds: 6,
  warmUpSeconds: 3,
  shortfall: SHORTFALL,
  figures: [
    {
      name: "ratio",
      text: "share of the bare ceiling",
      digits: 2,
      isHeadline: true,
      asked: { atLeast: 0.45 },
    },
    { name: "p99Ms", text: "p99, ms", digits: 1, isHeadline: true, asked: { below: 25 } },
    { name: "p999Ms", text: "p99.9, ms", digits: 1 },
    { name: "p50Ms", text: "p50, ms", digits: 1 },
    { name: "perSecond", text: "transfers per second", digits: 0, isHeadline: true },
    { name: "ceilingPerSecond", text: "bare uWebSockets.js, requests per second", digits: 0 },
  ],
  async open(settings) {
    const { generator, connections } = settings;
    const { bank, ceiling, close } = await openBankAndCeiling(settings);
    const bare = { ...bank.target("transfer"), port: ceiling.port };
    return {
      sides: [
        { name: "server", turn: (seconds) => bank.load("transfer", seconds) },
        { name: "ceiling", turn: (seconds) => loadTurn(generator, bare, { connections, seconds }) },
      ],
      notes: [],
      check: bank.check,
      close,
    };
  },
  derive: (of) => ({
    ratio: of("server", "perSecond") / of("ceiling", "perSecond"),
    p99Ms: of("server", "p99Ms"),
    p999Ms: of("server", "p999Ms"),
    p50Ms: of("server", "p50Ms"),
    perSecond: of("server", "perSecond"),
    ceilingPerSecond: of("ceiling", "perSecond"),
  }),
};
