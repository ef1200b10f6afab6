/** A data directory with many accounts or transfers, made in this process, and its server. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "../row.ts";
import { type Demo, newDirectory, startServerOn } from "../server.ts";
import type { PeopleCounts } from "./people.ts";
import { runTask } from "./run_task.ts";

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
  const book = await newBook(settings);
  const { dataDir, demo } = book;
  try {
    const { seconds } = await runTask({
      task: "fill",
      dataDir,
      productId: demo.productId,
      accounts,
      transfers,
      accountsPath: accountsPathOf(dataDir),
    });
    settings.say(
      `  made ${accounts.toLocaleString("en-US")} accounts and ` +
        `${transfers.toLocaleString("en-US")} transfers in ${seconds.toFixed(1)} s`,
    );
    return book;
  } catch (cause) {
    await book.remove();
    throw cause;
  }
}

/** A directory with the demo Product, and with companies, people and their credentials. */
export async function peopledBook(settings: Settings, counts: PeopleCounts): Promise<Book> {
  const book = await newBook(settings);
  try {
    const { seconds } = await runTask({ task: "people", dataDir: book.dataDir, ...counts });
    const told = (count: number) => count.toLocaleString("en-US");
    settings.say(
      `  made ${told(counts.users)} users, ${told(counts.keys)} keys and ` +
        `${told(counts.sessions)} sessions in ${seconds.toFixed(1)} s`,
    );
    return book;
  } catch (cause) {
    await book.remove();
    throw cause;
  }
}

function accountsPathOf(dataDir: string): string {
  return join(dataDir, "bench-accounts.txt");
}
