/** A data directory with many accounts or transfers, made in this process, and its server. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "../row.ts";
import { type Demo, newDirectory, startServerOn } from "../server.ts";
import type { PeopleCounts } from "./people.ts";
import { runTask } from "./run_task.ts";
import type { Outside, OutsideFigures } from "./tasks.ts";

export type Book = {
  dataDir: string;
  demo: Demo;
  accountIds(): Promise<string[]>;
  remove(): Promise<void>;
};

/** A directory that a server has made, which has only the demo Product. */
export async function newBook({ scratch }: Pick<Settings, "scratch">): Promise<Book> {
  const { path, remove } = await newDirectory(scratch, "book");
  try {
    const { demo, stop } = await startServerOn(path);
    await stop();
    const accountIds = async () => (await readFile(accountsPathOf(path), "utf8")).split("\n");
    return { dataDir: path, demo, accountIds, remove };
  } catch (cause) {
    await remove();
    throw cause;
  }
}

/** A directory with the demo Product, funded accounts and transfers between them. */
export async function filledBook(
  settings: Settings,
  { accounts, transfers }: { accounts: number; transfers: number },
): Promise<Book> {
  return await toldBook(settings, async ({ dataDir, demo: { productId } }) => {
    const accountsPath = accountsPathOf(dataDir);
    const fill = { dataDir, productId, accounts, transfers, accountsPath };
    const { seconds } = await runTask({ task: "fill", ...fill });
    return `${told(accounts)} accounts and ${told(transfers)} transfers in ${seconds.toFixed(1)} s`;
  });
}

/** A directory with the demo Product and `count` customers of its sandbox. */
export async function customersBook(settings: Settings, count: number): Promise<Book> {
  return await toldBook(settings, async ({ dataDir, demo: { productId } }) => {
    const { seconds } = await runTask({ task: "customers", dataDir, productId, count });
    return `${told(count)} customers in ${seconds.toFixed(1)} s`;
  });
}

/** A directory with the demo Product, and with companies, people and their credentials. */
export async function peopledBook(settings: Settings, counts: PeopleCounts): Promise<Book> {
  return await toldBook(settings, async ({ dataDir }) => {
    const { seconds } = await runTask({ task: "people", dataDir, ...counts });
    const { users, keys, sessions } = counts;
    return `${told(users)} users, ${told(keys)} keys and ${told(sessions)} sessions in ${seconds.toFixed(1)} s`;
  });
}

/** A directory with the demo Product, and so many things of each kind that join accounts to the outside; what each takes of memory. */
export async function outsideBook(
  settings: Settings,
  counts: Outside["counts"],
): Promise<{ book: Book; figures: OutsideFigures }> {
  let figures: OutsideFigures = {};
  const book = await toldBook(settings, async ({ dataDir, demo: { productId } }) => {
    const startedMs = performance.now();
    figures = await runTask({ task: "outside", dataDir, productId, counts });
    const made = Object.entries(counts).map(([kind, count]) => `${told(count)} times ${kind}`);
    return `${made.join(", ")} in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`;
  });
  return { book, figures };
}

/** A new directory that `fill` fills, and tells what with. */
async function toldBook(settings: Settings, fill: (book: Book) => Promise<string>): Promise<Book> {
  const book = await newBook(settings);
  try {
    settings.say(`  made ${await fill(book)}`);
    return book;
  } catch (cause) {
    await book.remove();
    throw cause;
  }
}

function told(count: number): string {
  return count.toLocaleString("en-US");
}

function accountsPathOf(dataDir: string): string {
  return join(dataDir, "bench-accounts.txt");
}
