/** Transfers of a Product while the clock seals its month of very many entries. */
import { cp } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { type Bank, bankOf } from "../bank.ts";
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
const MINUTE_MS = 60_000;

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
    { name: "stillP99Ms", text: "p99 while the clock moves and no month ends, ms", digits: 1 },
    { name: "stillP999Ms", text: "the same, p99.9, ms", digits: 1 },
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
  const still = await loadBeside(bank, shape, () => moveClock(server, () => MINUTE_MS));
  const sealed = await loadBeside(bank, shape, () => sealMonth(server));
  await bank.check();
  const { p99Ms, p999Ms, perSecond } = sealed.load;
  return {
    ...{ p99Ms, p999Ms, perSecond, advanceMs: sealed.doneMs },
    ...{ stillP99Ms: still.load.p99Ms, stillP999Ms: still.load.p999Ms },
  };
}

/** Loads the bank, and does something in the middle of it: both figures are of the same moments. */
async function loadBeside(
  bank: Bank,
  shape: Parameters<typeof openLoopOfTransfers>[1],
  work: () => Promise<number>,
) {
  const load = openLoopOfTransfers(bank, shape);
  load.catch(() => {});
  await delay(BEFORE_MS);
  const doneMs = await work();
  return { load: await load, doneMs };
}

/** Moves the clock, and returns how many milliseconds that took. `ahead`: by how many, from where the clock stands. */
async function moveClock(server: RunningServer, ahead: (now: Date) => number): Promise<number> {
  const { demo, port } = server;
  const { productId } = demo;
  const { effectiveAt } = await call(server, "GET", `/v1/products/${productId}/sandbox-clock`);
  const now = new Date(String(effectiveAt));
  const at = new Date(now.getTime() + ahead(now)).toISOString();
  const beganMs = performance.now();
  await callLong({ demo, port }, "/v1/sandbox/clock/advance", { productId, at });
  return performance.now() - beganMs;
}

/** Moves the clock a day into the next month, and returns how many milliseconds that took. Throws where that sealed no month. */
async function sealMonth(server: RunningServer): Promise<number> {
  const doneMs = await moveClock(
    server,
    (now) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2) - now.getTime(),
  );
  const { productId } = server.demo;
  const { items } = await call(server, "GET", `/v1/statements?productId=${productId}`);
  if (!Array.isArray(items) || items.length !== 1) throw new Error("the month was not sealed");
  return doneMs;
}
