/** How much longer a server starts on a directory that is filled than on an empty one: two turns, and the difference. */
import { type Book, newBook } from "../book/book.ts";
import type { Row, Settings } from "../row.ts";
import { startServerOn } from "../server.ts";

/** The figures of such a row. `belowSeconds`: what the difference is asked to be. */
export function addedStartFigures(belowSeconds: number): Row["figures"] {
  return [
    {
      name: "addedSeconds",
      text: "longer than on an empty directory, seconds",
      digits: 2,
      asked: { below: belowSeconds },
    },
    { name: "startSeconds", text: "start, seconds", digits: 2 },
    { name: "emptySeconds", text: "start on an empty directory, seconds", digits: 2 },
  ];
}

export const addedStartDerived: Row["derive"] = (of) => ({
  addedSeconds: of("filled", "seconds") - of("empty", "seconds"),
  startSeconds: of("filled", "seconds"),
  emptySeconds: of("empty", "seconds"),
});

/** Opens both directories; `filled` makes the one, `note` says what it has. */
export async function openAddedStart(
  settings: Settings,
  filled: () => Promise<Book>,
  note: string,
): Promise<Awaited<ReturnType<Row["open"]>>> {
  const books: Record<string, Book> = { empty: await newBook(settings), filled: await filled() };
  // The first start opens the realms of new Products, and writes a state that another version wrote.
  await startTurn(books["filled"] as Book);
  return {
    sides: Object.entries(books).map(([name, book]) => ({ name, turn: () => startTurn(book) })),
    notes: [`${note}, after a clean stop`],
    check: async () => undefined,
    async close() {
      for (const book of Object.values(books)) await book.remove();
    },
  };
}

async function startTurn({ dataDir }: Book): Promise<{ seconds: number }> {
  const { readyMs, stop } = await startServerOn(dataDir);
  await stop();
  return { seconds: readyMs / 1_000 };
}
