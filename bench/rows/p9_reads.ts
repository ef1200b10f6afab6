/** P9: what lists cost the writes, when both are asked for at once. */
import { type Bank, openBank } from "../bank.ts";
import { openLoopOfReads } from "../open_loop.ts";
import type { Row } from "../row.ts";

const READS_PER_SECOND = 1_000;
const SMALL_READS_PER_SECOND = 50;
const READ_CONNECTIONS = 64;

export const p9Reads: Row = {
  name: "p9",
  title: "lists under full write load",
  pairs: 3,
  seconds: 5,
  warmUpSeconds: 2,
  figures: [
    { name: "ratio", text: "writes, share of those alone", digits: 2, asked: { atLeast: 0.8 } },
    {
      name: "readsPerSecond",
      text: "lists served per second meanwhile",
      digits: 0,
      asked: { atLeast: 990 },
    },
    { name: "readP99Ms", text: "p99 of a list, from when it was due, ms", digits: 1 },
    { name: "perSecond", text: "transfers per second meanwhile", digits: 0 },
  ],
  async open(settings) {
    const bank = await openBank(settings);
    const rate = settings.size === "small" ? SMALL_READS_PER_SECOND : READS_PER_SECOND;
    const next = listsOf(bank);
    return {
      sides: [
        { name: "alone", turn: (seconds) => bank.load("transfer", seconds) },
        {
          name: "withReads",
          turn: async (seconds) => {
            const shape = { rate, seconds, connections: READ_CONNECTIONS };
            const [writes, reads] = await Promise.all([
              bank.load("transfer", seconds),
              openLoopOfReads(bank, shape, next),
            ]);
            return { ...writes, readsPerSecond: reads.perSecond, readP99Ms: reads.p99Ms };
          },
        },
      ],
      notes: [
        `${rate.toLocaleString("en-US")} lists a second, in turn a Product's transfers, an ` +
          "account's transfers, an account's entries; first page, default size of 50",
      ],
      check: bank.check,
      close: bank.close,
    };
  },
  derive: (of) => ({
    ratio: of("withReads", "perSecond") / of("alone", "perSecond"),
    readsPerSecond: of("withReads", "readsPerSecond"),
    readP99Ms: of("withReads", "readP99Ms"),
    perSecond: of("withReads", "perSecond"),
  }),
};

function listsOf({ group, server }: Bank) {
  let turn = 0;
  const { accountIds } = group;
  return () => {
    const accountId = accountIds[turn % accountIds.length];
    const paths = [
      `/transfers?productId=${server.demo.productId}`,
      `/accounts/${accountId}/transfers`,
      `/accounts/${accountId}/entries`,
    ];
    const path = paths[turn++ % paths.length] as string;
    return { method: "GET" as const, path, body: "" };
  };
}
