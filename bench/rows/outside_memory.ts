/** What payouts, received credits and collections that are over take of memory in their shard. */
import { outsideBook } from "../book/book.ts";
import type { OutsideKind } from "../book/outside.ts";
import type { OutsideFigures } from "../book/tasks.ts";
import type { Figure, Row, Settings, Side } from "../row.ts";

const COUNTS: Record<Settings["size"], number> = { small: 200, usual: 100_000, full: 1_000_000 };
/** A byte of memory for each of 100,000 things is less than the heap differs by from one collection to the next. */
const BYTES_BELOW = 16;

/** The figure of one kind. `what`: "a payout". */
export function memoryFigure(kind: OutsideKind, what: string): Figure {
  return {
    name: kind,
    text: `heap and outside it for ${what}, bytes`,
    digits: 1,
    asked: { below: BYTES_BELOW },
  };
}

/** The side whose figures are those of the making of the things. */
export function memoryOf(figuresOf: () => OutsideFigures): Side {
  return {
    name: "memory",
    turn: async () =>
      Object.fromEntries(
        Object.entries(figuresOf()).map(([kind, { memoryBytes }]) => [kind, memoryBytes]),
      ),
  };
}

export const outsideMemory: Row = {
  name: "finished",
  title: "memory of payouts, credits and collections that are over, in the shard",
  pairs: 1,
  seconds: 1,
  warmUpSeconds: 0,
  figures: [
    memoryFigure("payout", "a payout that was posted"),
    memoryFigure("receivedCredit", "a credit that has arrived"),
    memoryFigure("collection", "a collection that was collected"),
  ],
  async open(settings) {
    const count = COUNTS[settings.size];
    const counts = { payout: count, receivedCredit: count, collection: count };
    const { book, figures } = await outsideBook(settings, counts);
    return {
      sides: [memoryOf(() => figures)],
      notes: [
        `the difference between ${(count / 10).toLocaleString("en-US")} and ${count.toLocaleString("en-US")} of each, while nothing uses them`,
      ],
      check: async () => undefined,
      close: book.remove,
    };
  },
  derive: (of) => ({
    payout: of("memory", "payout"),
    receivedCredit: of("memory", "receivedCredit"),
    collection: of("memory", "collection"),
  }),
};
