/** Throughput and latency over the number of connections: the curve behind P1, for the plots. */
import { openBank } from "../bank.ts";
import type { Row } from "../row.ts";

const COUNTS = [1, 4, 16, 64, 256, 1_024];
const SMALL_COUNTS = [1, 4];

export const connections: Row = {
  name: "connections",
  title: "transfers over the number of connections",
  pairs: 2,
  seconds: 3,
  warmUpSeconds: 1,
  figures: [
    { name: "fewest", text: "transfers per second on 1 connection", digits: 0 },
    { name: "best", text: "transfers per second at the best of them", digits: 0 },
    { name: "bestConnections", text: "connections of that best", digits: 0 },
  ],
  async open(settings) {
    const bank = await openBank(settings);
    const counts = settings.size === "small" ? SMALL_COUNTS : COUNTS;
    return {
      sides: counts.map((count) => ({
        name: String(count),
        turn: (seconds) => bank.load("transfer", seconds, { connections: count }),
      })),
      notes: [`closed loop on ${counts.map(String).join(", ")} connections`],
      check: bank.check,
      close: bank.close,
    };
  },
  derive(of, sides) {
    const rates = sides.map((side) => of(side, "perSecond"));
    const best = Math.max(...rates);
    const bestConnections = Number(sides[rates.indexOf(best)]);
    return { fewest: rates[0] ?? Number.NaN, best, bestConnections };
  },
};
