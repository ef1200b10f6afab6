/** How much longer a server starts with many people, keys and sessions than with none. */
import { type Book, newBook, peopledBook } from "../book/book.ts";
import type { Row, Settings } from "../row.ts";
import { startServerOn } from "../server.ts";

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
  figures: [
    {
      name: "addedSeconds",
      text: "longer than on an empty directory, seconds",
      digits: 2,
      asked: { below: 2 },
    },
    { name: "startSeconds", text: "start, seconds", digits: 2 },
    { name: "emptySeconds", text: "start on an empty directory, seconds", digits: 2 },
  ],
  async open(settings) {
    const counts = COUNTS[settings.size];
    const books: Record<string, Book> = {
      empty: await newBook(settings),
      filled: await peopledBook(settings, counts),
    };
    // The first start opens the realms of the Products.
    await startTurn(books["filled"] as Book);
    const told = (count: number) => count.toLocaleString("en-US");
    return {
      sides: Object.entries(books).map(([name, book]) => ({ name, turn: () => startTurn(book) })),
      notes: [
        `${told(counts.users)} users, ${told(counts.keys)} keys, ${told(counts.sessions)} sessions, after a clean stop`,
      ],
      check: async () => undefined,
      async close() {
        for (const book of Object.values(books)) await book.remove();
      },
    };
  },
  derive: (of) => ({
    addedSeconds: of("filled", "seconds") - of("empty", "seconds"),
    startSeconds: of("filled", "seconds"),
    emptySeconds: of("empty", "seconds"),
  }),
};

async function startTurn({ dataDir }: Book): Promise<{ seconds: number }> {
  const { readyMs, stop } = await startServerOn(dataDir);
  await stop();
  return { seconds: readyMs / 1_000 };
}
