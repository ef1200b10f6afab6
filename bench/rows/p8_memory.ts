/** P8: the memory in the shard that one more account takes while no request uses the account. */
import { newBook } from "../book/book.ts";
import { runTask } from "../book/run_task.ts";
import type { Row } from "../row.ts";

export const p8Memory: Row = {
  name: "p8",
  title: "memory of an account at rest, in the shard",
  pairs: 1,
  seconds: 1,
  warmUpSeconds: 0,
  figures: [
    {
      name: "memoryBytes",
      text: "heap and outside it, bytes",
      digits: 0,
      isHeadline: true,
      asked: { below: 400 },
    },
    { name: "rssBytes", text: "of the process, bytes", digits: 0 },
  ],
  async open(settings) {
    const [few, many] = settings.size === "small" ? [1_000, 10_000] : [100_000, 1_000_000];
    return {
      sides: [
        {
          name: "shard",
          turn: async () => {
            const { dataDir, demo, remove } = await newBook(settings);
            try {
              const { productId } = demo;
              return await runTask({ task: "weigh", dataDir, productId, few, many });
            } finally {
              await remove();
            }
          },
        },
      ],
      notes: [
        `the difference between ${few.toLocaleString("en-US")} and ` +
          `${many.toLocaleString("en-US")} accounts, owned by customers that were there before`,
      ],
      check: async () => undefined,
      close: async () => undefined,
    };
  },
  derive: (of) => ({
    memoryBytes: of("shard", "memoryBytes"),
    rssBytes: of("shard", "rssBytes"),
  }),
};
