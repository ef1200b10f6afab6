/** Webhooks: a long backlog of an endpoint, its memory, and a kill in the middle of it. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { bankOf } from "../bank.ts";
import { newBook } from "../book/book.ts";
import { PATIENCE_MS } from "../patience.ts";
import { type Receiver, startReceiver } from "../receiver.ts";
import { type Row, type Settings, type Turn, Unavailable } from "../row.ts";
import { seedAccounts } from "../seed.ts";
import { type RunningServer, startServerOn } from "../server.ts";
import { Endpoints, newestSequence } from "../webhooks.ts";

const BACKLOGS: readonly number[] = [100_000, 1_000_000];
const SMALL_BACKLOGS: readonly number[] = [2_000, 20_000];
const BATCH_ITEMS = 1_000;
const FILLING_CONNECTIONS = 2;
const ACCOUNTS = 64;
const PATH = "/live/0";
const POLL_MS = 100;
/** Deliveries after a restart, before which the row does not look. */
const AFTER_RESTART = 200;

export const backlog: Row = {
  name: "backlog",
  title: "webhooks of an endpoint with 1,000,000 events before it, and kill -9",
  pairs: 1,
  seconds: 6,
  warmUpSeconds: 0,
  figures: [
    {
      name: "memoryRatio",
      text: "memory of the process, of that with 100,000",
      digits: 2,
      asked: { below: 1.1 },
    },
    { name: "memoryMiB", text: "memory of the process, MiB", digits: 0 },
    { name: "twice", text: "events sent twice after kill -9", digits: 0, asked: { below: 17 } },
    { name: "missing", text: "events lost by kill -9", digits: 0, asked: { below: 1 } },
    { name: "perSecond", text: "deliveries per second", digits: 0 },
  ],
  async open(settings) {
    if (process.platform !== "linux") {
      throw new Unavailable("the memory of a process is read from /proc, which Linux has");
    }
    const backlogs = settings.size === "small" ? SMALL_BACKLOGS : BACKLOGS;
    return {
      sides: backlogs.map((events, index) => ({
        name: index === 0 ? "few" : "many",
        turn: (seconds) => backlogTurn(settings, events, seconds),
      })),
      notes: [
        `${backlogs.map((events) => events.toLocaleString("en-US")).join(" and ")} events at least, ` +
          "made in batches and not delivered when the server starts; memory that is not of files, " +
          "its most while it delivers",
      ],
      check: async () => undefined,
      close: async () => undefined,
    };
  },
  derive: (of) => ({
    memoryRatio: of("many", "memoryMiB") / of("few", "memoryMiB"),
    memoryMiB: of("many", "memoryMiB"),
    twice: of("many", "twice"),
    missing: of("many", "missing"),
    perSecond: of("many", "perSecond"),
  }),
};

async function backlogTurn(settings: Settings, events: number, seconds: number): Promise<Turn> {
  const book = await newBook(settings);
  const receiver = await startReceiver();
  try {
    const from = await fill(settings, book.dataDir, receiver, events);
    const first = await startServerOn(book.dataDir);
    const figures = await watched(first, receiver, seconds);
    const exited = once(first.child, "exit");
    first.child.kill("SIGKILL");
    await exited;
    const { highest } = await receiver.sequences(PATH, { from, upTo: 0 });
    const second = await startServerOn(book.dataDir);
    await reaches(receiver, highest + AFTER_RESTART);
    await second.stop();
    const last = await receiver.sequences(PATH, { from, upTo: highest });
    return { ...figures, missing: last.missing, twice: last.twice };
  } finally {
    await receiver.stop();
    await book.remove();
  }
}

/**
 * Makes an endpoint, and events faster than it takes them, until so many wait. Resolves with the first
 * sequence of them.
 */
async function fill(
  settings: Settings,
  dataDir: string,
  receiver: Receiver,
  events: number,
): Promise<number> {
  const server = await startServerOn(dataDir);
  try {
    const client = { port: server.port, demo: server.demo };
    const accountIds = await seedAccounts(client, ACCOUNTS);
    const bank = bankOf(settings, server, { apiKey: server.demo.apiKey, accountIds });
    await Endpoints.made(client, receiver.urlOf, [PATH]);
    const before = await newestSequence(client);
    const shape = { items: BATCH_ITEMS, connections: FILLING_CONNECTIONS };
    for (;;) {
      await bank.load("batch", 1, shape);
      const { highest } = await receiver.sequences(PATH, { from: 1, upTo: 0 });
      if ((await newestSequence(client)) - Math.max(highest, before) >= events) return before + 1;
    }
  } finally {
    await server.stop();
  }
}

/** Watches a server that delivers: the most memory that it had, and how fast it delivered. */
async function watched({ child }: RunningServer, receiver: Receiver, seconds: number) {
  await receiver.received();
  const startedMs = performance.now();
  let mostKiB = 0;
  while (performance.now() - startedMs < seconds * 1_000) {
    await delay(POLL_MS);
    mostKiB = Math.max(mostKiB, await anonymousKiB(child.pid));
  }
  const { deliveries } = await receiver.received();
  const perSecond = (deliveries * 1_000) / (performance.now() - startedMs);
  return { memoryMiB: mostKiB / 1_024, perSecond };
}

/** Memory of a process without the pages of files, which the kernel takes back when it needs them. */
async function anonymousKiB(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const said = /^RssAnon:\s+(\d+) kB$/m.exec(status);
  if (said === null) throw new Error("the kernel does not tell a process's memory");
  return Number(said[1]);
}

async function reaches(receiver: Receiver, sequence: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    await delay(POLL_MS);
    const { highest } = await receiver.sequences(PATH, { from: 1, upTo: 0 });
    if (highest >= sequence) return;
    if (performance.now() > deadline) throw new Error("nothing is delivered after the restart");
  }
}
