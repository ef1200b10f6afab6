/** P4: reading a balance, as a share of the rate of the bare HTTP server with the same bytes. */
import { openBankAndCeiling } from "../bank.ts";
import { loadTurn } from "../load.ts";
import { type Row, SHORTFALL } from "../row.ts";

export const p4Balances: Row = {
  name: "p4",
  title: "`GET /accounts/{id}/balance`",
  pairs: 3,
  seconds: 4,
  warmUpSeconds: 2,
  shortfall: SHORTFALL,
  figures: [
    { name: "ratio", text: "share of a bare GET", digits: 2, asked: { atLeast: 0.57 } },
    { name: "perSecond", text: "balances per second", digits: 0, isHeadline: true },
    { name: "p99Ms", text: "p99, ms", digits: 1 },
    { name: "p999Ms", text: "p99.9, ms", digits: 1 },
  ],
  async open(settings) {
    const { generator, connections } = settings;
    const { bank, ceiling, close } = await openBankAndCeiling(settings);
    const bare = { ...bank.target("balance"), port: ceiling.port };
    return {
      sides: [
        { name: "server", turn: (seconds) => bank.load("balance", seconds) },
        { name: "ceiling", turn: (seconds) => loadTurn(generator, bare, { connections, seconds }) },
      ],
      notes: [],
      check: bank.check,
      close,
    };
  },
  derive: (of) => ({
    ratio: of("server", "perSecond") / of("ceiling", "perSecond"),
    perSecond: of("server", "perSecond"),
    p99Ms: of("server", "p99Ms"),
    p999Ms: of("server", "p999Ms"),
  }),
};
