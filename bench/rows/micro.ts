/** The hot functions of a transfer, each alone: what a change of one of them gains or costs. */
import { newBook } from "../book/book.ts";
import { built } from "../built.ts";
import { forkWith } from "../child.ts";
import { MICRO_NAMES, MICRO_TEXTS, type MicroAnswer, type MicroTask } from "../micro/micro.ts";
import type { Row } from "../row.ts";

const SIDE = "functions";

export const micro: Row = {
  name: "micro",
  title: "hot functions of a transfer, each alone, ns",
  pairs: 5,
  seconds: 10,
  warmUpSeconds: 0,
  figures: MICRO_NAMES.map((name) => ({ name, text: MICRO_TEXTS[name], digits: 0 })),
  async open(settings) {
    const book = await newBook(settings);
    const { dataDir, demo } = book;
    const file = await built("bench/micro/program.ts");
    return {
      sides: [
        {
          name: SIDE,
          async turn(seconds) {
            const { productId } = demo;
            const task: MicroTask = { dataDir, productId, accounts: settings.accounts, seconds };
            const execArgv = ["--enable-source-maps"];
            const { answer, stop } = await forkWith<MicroAnswer>(file, task, { execArgv });
            await stop();
            return answer.figures;
          },
        },
      ],
      notes: [
        "each turn in a process of its own; by tinybench, the median of the samples of a turn",
      ],
      check: async () => undefined,
      close: book.remove,
    };
  },
  derive: (of) => Object.fromEntries(MICRO_NAMES.map((name) => [name, of(SIDE, name)])),
};
