/** Actions among very many objects against actions among few; what an object takes of memory; a start with these. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { newBook } from "../book/book.ts";
import { runTask } from "../book/run_task.ts";
import { makeProgramBook, type ProgramBank, programBankOf } from "../program_bank.ts";
import type { Row, Settings } from "../row.ts";
import { startServerOn } from "../server.ts";

const COUNTS: Record<Settings["size"], readonly [few: number, many: number]> = {
  small: [50, 200],
  usual: [1_000, 1_000_000],
  full: [1_000, 1_000_000],
};

/** `memoryBytes`: of each object beyond the fewest, while nothing uses the objects. */
type OpenSide = { bank: ProgramBank; memoryBytes: number; startSeconds: number };

export const objects: Row = {
  name: "objects",
  title: "1,000 and 1,000,000 objects",
  pairs: 3,
  seconds: 5,
  warmUpSeconds: 3,
  figures: [
    {
      name: "ratio",
      text: "actions among most objects against fewest",
      digits: 2,
      asked: { atLeast: 0.8 },
    },
    { name: "fewPerSecond", text: "actions per second, fewest objects", digits: 0 },
    { name: "manyPerSecond", text: "actions per second, most objects", digits: 0 },
    { name: "manyP99Ms", text: "p99, ms, most objects", digits: 1 },
    {
      name: "memoryBytes",
      text: "heap and outside it for each more object and its account, bytes",
      digits: 0,
      asked: { below: 600 },
    },
    {
      name: "startSeconds",
      text: "start with the most objects after a clean stop, seconds",
      digits: 2,
    },
  ],
  async open(settings) {
    const closes: (() => Promise<void>)[] = [];
    const close = async () => {
      for (const one of closes.toReversed()) await one();
    };
    try {
      const counts = COUNTS[settings.size];
      const sides: OpenSide[] = [];
      for (const count of counts) sides.push(await openSide(settings, count, closes));
      return {
        sides: sides.map(({ bank, memoryBytes, startSeconds }, at) => ({
          name: String(counts[at]),
          turn: async (seconds: number) => ({
            ...(await bank.call("pay", seconds)),
            memoryBytes,
            startSeconds,
          }),
        })),
        notes: [
          "each object with an account of its own, chosen at random; memory is that between a tenth of the objects and all, while none is used",
        ],
        check: async () => {
          for (const { bank } of sides) await bank.check();
        },
        close,
      };
    } catch (cause) {
      await close();
      throw cause;
    }
  },
  derive(of, sides) {
    const [few = "", many = ""] = sides;
    return {
      ratio: of(many, "perSecond") / of(few, "perSecond"),
      fewPerSecond: of(few, "perSecond"),
      manyPerSecond: of(many, "perSecond"),
      manyP99Ms: of(many, "p99Ms"),
      memoryBytes: of(many, "memoryBytes"),
      startSeconds: of(many, "startSeconds"),
    };
  },
};

/** A directory with so many objects, and a server that has started on it. */
async function openSide(
  settings: Settings,
  count: number,
  closes: (() => Promise<void>)[],
): Promise<OpenSide> {
  const { generator, connections } = settings;
  const { dataDir, remove } = await newBook(settings);
  closes.push(remove);
  const making = await startServerOn(dataDir);
  const book = await makeProgramBook(making).finally(making.stop);
  const { productId } = book.client.demo;
  const idsPath = join(dataDir, "bench-objects.txt");
  const { memoryBytes } = await runTask({
    task: "objects",
    ...{ dataDir, productId, idsPath, kind: "box", fields: { owner: book.owner } },
    ...{ few: Math.ceil(count / 10), many: count },
  });
  const ids = (await readFile(idsPath, "utf8")).split("\n");
  const { port, readyMs, stop } = await startServerOn(dataDir);
  closes.push(stop);
  const bank = programBankOf({ generator, connections, port }, book, ids);
  return { bank, memoryBytes, startSeconds: readyMs / 1_000 };
}
