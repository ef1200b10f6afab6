/** Actions of objects against plain transfers, on one server: one transfer each, and one divided in four. */
import { openBank } from "../bank.ts";
import { makeBoxes, makeProgramBook, programBankOf } from "../program_bank.ts";
import type { Row } from "../row.ts";

export const actions: Row = {
  name: "actions",
  title: "`POST …/actions/{action}`: a program decides, the object changes, the money moves",
  pairs: 5,
  seconds: 5,
  warmUpSeconds: 3,
  figures: [
    {
      name: "oneRatio",
      text: "actions of one transfer, for each transfer of p1",
      digits: 2,
      asked: { atLeast: 0.6 },
    },
    {
      name: "fourRatio",
      text: "actions that divide in four, for each transfer of p1",
      digits: 2,
      asked: { atLeast: 0.45 },
    },
    { name: "onePerSecond", text: "actions of one transfer per second", digits: 0 },
    { name: "fourPerSecond", text: "actions that divide in four, per second", digits: 0 },
    { name: "transfersPerSecond", text: "transfers per second", digits: 0 },
    { name: "oneP99Ms", text: "p99, ms, one transfer", digits: 1 },
    { name: "fourP99Ms", text: "p99, ms, four", digits: 1 },
  ],
  async open(settings) {
    const { generator, connections } = settings;
    const bank = await openBank(settings);
    try {
      const objects = settings.size === "small" ? 100 : 1_000;
      const book = await makeProgramBook(bank.server);
      const { port } = bank.server;
      const ids = await makeBoxes(book, objects);
      const program = programBankOf({ generator, connections, port }, book, ids);
      return {
        sides: [
          { name: "transfers", turn: (seconds) => bank.load("transfer", seconds) },
          { name: "one", turn: (seconds) => program.call("pay", seconds) },
          { name: "four", turn: (seconds) => program.call("share", seconds) },
        ],
        notes: [
          `${objects.toLocaleString("en-US")} objects, chosen at random; all are paid from one account`,
        ],
        async check() {
          await bank.check();
          await program.check();
        },
        close: bank.close,
      };
    } catch (cause) {
      await bank.close();
      throw cause;
    }
  },
  derive: (of) => ({
    oneRatio: of("one", "perSecond") / of("transfers", "perSecond"),
    fourRatio: of("four", "perSecond") / of("transfers", "perSecond"),
    onePerSecond: of("one", "perSecond"),
    fourPerSecond: of("four", "perSecond"),
    transfersPerSecond: of("transfers", "perSecond"),
    oneP99Ms: of("one", "p99Ms"),
    fourP99Ms: of("four", "p99Ms"),
  }),
};
