/** How much longer a server starts with many people, keys and sessions than with none. */
import { peopledBook } from "../book/book.ts";
import type { Row, Settings } from "../row.ts";
import { addedStartDerived, addedStartFigures, openAddedStart } from "./added_start.ts";

const COUNTS: Record<Settings["size"], { users: number; keys: number; sessions: number }> = {
  small: { users: 100, keys: 2_000, sessions: 200 },
  usual: { users: 100_000, keys: 1_000_000, sessions: 200_000 },
  full: { users: 100_000, keys: 1_000_000, sessions: 200_000 },
};

export const peopleStart: Row = {
  name: "people",
  title: "start with 100,000 users, 1,000,000 keys and 200,000 sessions",
  pairs: 3,
  seconds: 1,
  warmUpSeconds: 0,
  figures: addedStartFigures(2),
  open(settings) {
    const counts = COUNTS[settings.size];
    const told = (count: number) => count.toLocaleString("en-US");
    return openAddedStart(
      settings,
      () => peopledBook(settings, counts),
      `${told(counts.users)} users, ${told(counts.keys)} keys, ${told(counts.sessions)} sessions`,
    );
  },
  derive: addedStartDerived,
};
