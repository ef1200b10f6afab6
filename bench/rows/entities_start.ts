/** How much longer a server starts with many customers, each with its entity, than with none. */
import { customersBook } from "../book/book.ts";
import type { Row, Settings } from "../row.ts";
import { addedStartDerived, addedStartFigures, openAddedStart } from "./added_start.ts";

const COUNTS: Record<Settings["size"], number> = {
  small: 1_000,
  usual: 1_000_000,
  full: 1_000_000,
};

export const entitiesStart: Row = {
  name: "entities",
  title: "start with 1,000,000 customers and their entities",
  pairs: 3,
  seconds: 1,
  warmUpSeconds: 0,
  figures: addedStartFigures(3),
  open(settings) {
    const count = COUNTS[settings.size];
    return openAddedStart(
      settings,
      () => customersBook(settings, count),
      `${count.toLocaleString("en-US")} customers, each with an entity and an access`,
    );
  },
  derive: addedStartDerived,
};
