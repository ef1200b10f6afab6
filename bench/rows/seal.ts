/** Transfers of a Product while the clock seals its month of very many entries. */
import { cp } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { bankOf } from "../bank.ts";
import { type Book, filledBook } from "../book/book.ts";
import { openLoopOfTransfers } from "../open_loop.ts";
import type { Row, Settings, Turn } from "../row.ts";
import { call, callLong } from "../seed.ts";
import { newDirectory, type RunningServer, startServerOn } from "../server.ts";

const TRANSFERS: Record<Settings["size"], number> = {
  small: 10_000,
  usual: 500_000,
  full: 500_000,
};
const ACCOUNTS: Record<Settings["size"], number> = { small: 50, usual: 1_000, full: 1_000 };
/** Seconds for which each server first takes all that the generator sends, which warms it up. */
const MAXIMUM_SECONDS = 3;
/** Milliseconds of load before the clock is moved. */
const BEFORE_MS = 500;

export const seal: Row = {
  name: "seal",
  title: "transfers while the clock seals a month of 1,000,000 entries",
  pairs: 3,
  // Few: the seal lies in the middle of them, and a pause of a hundredth of them is above the p99.
  seconds: 2,
  warmUpSeconds: 0,
  figures: [
    {
      name: "p99Ms",
      text: "p99 of transfers of the same Product around the seal, ms",
      digits: 1,
      asked: { below: 50 },
    },
    { name: "p999Ms", text: "p99.9, ms", digits: 1 },
    { name: "aloneP99Ms", text: "p99 while nothing is sealed, ms", digits: 1 },
    { name: "aloneP999Ms", text: "p99.9 while nothing is sealed, ms", digits: 1 },
    {
      name: "advanceMs",
      text: "the request that moves the clock over the end of the month, ms",
      digits: 1,
    },
    { name: "perSecond", text: "transfers per second meanwhile", digits: 0 },
  ],
  async open(settings) {
    const transfers = TRANSFERS[settings.size];
    const book = await filledBook(settings, { accounts: ACCOUNTS[settings.size], transfers });
    return {
      sides: [{ name: "seal", turn: (seconds) => sealTurn(settings, book, seconds) }],
      notes: [
        `${transfers.toLocaleString("en-US")} transfers, two entries each, in the month; open loop at half of the maximum, on the Product and shard of the month`,
      ],
      check: async () => {},
      close: book.remove,
    };
  },
  derive: (of) =>
    Object.fromEntries(seal.figures.map(({ name }) => [name, of("seal", name)] as const)),
};

/** A server of its own on a copy of the book, because a month is sealed once. */
async function sealTurn(settings: Settings, book: Book, seconds: number): Promise<Turn> {
  const { path, remove } = await newDirectory(settings.scratch, "seal");
  try {
    await cp(book.dataDir, path, { recursive: true });
    const server = await startServerOn(path);
    try {
      return await sealBeside(settings, server, await book.accountIds(), seconds);
    } finally {
      await server.stop();
    }
  } finally {
    await remove();
  }
}

async function sealBeside(
  settings: Settings,
  server: RunningServer,
  accountIds: string[],
  seconds: number,
): Promise<Turn> {
  const { connections } = settings;
  const bank = bankOf(settings, server, { apiKey: server.demo.apiKey, accountIds });
  const maximum = await bank.load("transfer", MAXIMUM_SECONDS);
  const shape = { rate: Math.floor(maximum.perSecond / 2), seconds, connections };
  const alone = await openLoopOfTransfers(bank, shape);
  const beside = openLoopOfTransfers(bank, shape);
  beside.catch(() => {});
  await delay(BEFORE_MS);
  const advanceMs = await sealMonth(server);
  const { p99Ms, p999Ms, perSecond } = await beside;
  await bank.check();
  return {
    ...{ p99Ms, p999Ms, perSecond, advanceMs },
    ...{ aloneP99Ms: alone.p99Ms, aloneP999Ms: alone.p999Ms },
  };
}

/** Moves the clock a day into the next month, and returns how many milliseconds that took. Throws where that sealed no month. */
async function sealMonth(server: RunningServer): Promise<number> {
  const { demo, port } = server;
  const { productId } = demo;
  const path = `/v1/products/${productId}`;
  const { effectiveAt } = await call(server, "GET", `${path}/sandbox-clock`);
  const now = new Date(String(effectiveAt));
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2)).toISOString();
  const beganMs = performance.now();
  await callLong({ demo, port }, "/v1/sandbox/clock/advance", { productId, at });
  const advanceMs = performance.now() - beganMs;
  const { items } = await call(server, "GET", `/v1/statements?productId=${productId}`);
  if (!Array.isArray(items) || items.length !== 1) throw new Error("the month was not sealed");
  return advanceMs;
}
