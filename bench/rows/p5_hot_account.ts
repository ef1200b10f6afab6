/** P5: transfers that all have the same account on one side, compared with random accounts. */
import { openBank } from "../bank.ts";
import type { Row } from "../row.ts";

export const p5HotAccount: Row = {
  name: "p5",
  title: "one hot account on one side of every transfer",
  pairs: 5,
  seconds: 4,
  warmUpSeconds: 2,
  figures: [
    { name: "ratio", text: "against uniform", digits: 2, asked: { atLeast: 0.95 } },
    { name: "perSecond", text: "transfers per second", digits: 0 },
  ],
  async open(settings) {
    const bank = await openBank(settings);
    return {
      sides: [
        { name: "uniform", turn: (seconds) => bank.load("transfer", seconds) },
        { name: "hot", turn: (seconds) => bank.load("hot", seconds) },
      ],
      notes: [],
      check: bank.check,
      close: bank.close,
    };
  },
  derive: (of) => ({
    ratio: of("hot", "perSecond") / of("uniform", "perSecond"),
    perSecond: of("hot", "perSecond"),
  }),
};
