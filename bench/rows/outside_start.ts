/** How much longer a server starts with many financial addresses and beneficiaries than with none, and what each takes of memory. */
import { outsideBook } from "../book/book.ts";
import type { OutsideFigures } from "../book/tasks.ts";
import type { Row, Settings } from "../row.ts";
import { addedStartDerived, addedStartFigures, openAddedStart } from "./added_start.ts";
import { memoryFigure, memoryOf } from "./outside_memory.ts";

/** Of each of both kinds. */
const COUNTS: Record<Settings["size"], number> = { small: 200, usual: 500_000, full: 500_000 };

export const outsideStart: Row = {
  name: "addresses",
  title: "start with 1,000,000 financial addresses and beneficiaries, half of each",
  pairs: 3,
  seconds: 1,
  warmUpSeconds: 0,
  figures: [
    ...addedStartFigures(2),
    memoryFigure("address", "an open address"),
    memoryFigure("beneficiary", "a beneficiary"),
  ],
  async open(settings) {
    const count = COUNTS[settings.size];
    let figures: OutsideFigures = {};
    const opened = await openAddedStart(
      settings,
      async () => {
        const filled = await outsideBook(settings, { address: count, beneficiary: count });
        figures = filled.figures;
        return filled.book;
      },
      `${count.toLocaleString("en-US")} financial addresses and as many beneficiaries, ten of each of a customer with an account`,
    );
    return { ...opened, sides: [...opened.sides, memoryOf(() => figures)] };
  },
  derive: (of, sides) => ({
    ...addedStartDerived(of, sides),
    address: of("memory", "address"),
    beneficiary: of("memory", "beneficiary"),
  }),
};
