/**
 * What a start costs: on an empty directory, on one with 1,000,000 accounts, and what Node itself takes for a process
 * with as many threads that do nothing, which no server can be below.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { type Book, filledBook } from "../book/book.ts";
import { spentUs } from "../processor_time.ts";
import type { Row, Settings, Turn } from "../row.ts";
import { newDirectory, startServerOn } from "../server.ts";

const ACCOUNTS: Record<Settings["size"], number> = {
  small: 1_000,
  usual: 1_000_000,
  full: 1_000_000,
};
/** A start goes on after the server serves: other threads begin, garbage is collected. */
const AFTER_MS = 1_000;
/** Edge, ledger shard, platform shard. */
const THREADS = 3;
/** Says that all threads run, then waits. */
const IDLE = `
  const { Worker } = require("node:worker_threads");
  let left = ${THREADS};
  const told = () => { left--; if (left === 0) process.send("ready"); };
  const code = 'require("node:worker_threads").parentPort.on("message", () => {}).postMessage(0)';
  for (let made = 0; made < ${THREADS}; made++) new Worker(code, { eval: true }).on("message", told);
`;

export const start: Row = {
  name: "start",
  title: "a start, on an empty directory and with 1,000,000 accounts",
  pairs: 5,
  seconds: 1,
  warmUpSeconds: 0,
  figures: [
    {
      name: "ratio",
      text: "processor time of an empty start, times that of Node with idle threads",
      digits: 1,
    },
    { name: "emptyCpu", text: "processor time of it, the second after it too, seconds", digits: 2 },
    { name: "emptySeconds", text: "until it serves, seconds", digits: 2 },
    { name: "emptyMiB", text: "resident memory after it, MiB", digits: 0 },
    { name: "filledCpu", text: "processor time with the accounts, seconds", digits: 2 },
    { name: "filledSeconds", text: "until it serves with the accounts, seconds", digits: 2 },
    { name: "nodeCpu", text: "processor time of Node with idle threads, seconds", digits: 2 },
  ],
  async open(settings) {
    const accounts = ACCOUNTS[settings.size];
    const filled = await filledBook(settings, { accounts, transfers: 0 });
    // The first start writes a state that another version wrote.
    await startTurn(filled);
    return {
      sides: [
        { name: "node", turn: nodeTurn },
        { name: "empty", turn: () => emptyTurn(settings) },
        { name: "filled", turn: () => startTurn(filled) },
      ],
      notes: [
        `${accounts.toLocaleString("en-US")} accounts, after a clean stop; an empty start makes the demo tenant; ` +
          "the processor time is that of all threads, as Linux counts it, a second after the server serves",
      ],
      check: async () => undefined,
      close: filled.remove,
    };
  },
  derive: (of) => ({
    ratio: of("empty", "cpuSeconds") / of("node", "cpuSeconds"),
    emptyCpu: of("empty", "cpuSeconds"),
    emptySeconds: of("empty", "seconds"),
    emptyMiB: of("empty", "memoryMiB"),
    filledCpu: of("filled", "cpuSeconds"),
    filledSeconds: of("filled", "seconds"),
    nodeCpu: of("node", "cpuSeconds"),
  }),
};

async function emptyTurn(settings: Settings): Promise<Turn> {
  const { path, remove } = await newDirectory(settings.scratch, "empty");
  try {
    return await startTurn({ dataDir: path });
  } finally {
    await remove();
  }
}

async function startTurn({ dataDir }: Pick<Book, "dataDir">): Promise<Turn> {
  const { child, readyMs, stop } = await startServerOn(dataDir);
  await delay(AFTER_MS);
  const turn = { seconds: readyMs / 1_000, ...costOf(child) };
  await stop();
  return turn;
}

async function nodeTurn(): Promise<Turn> {
  const child = spawn(process.execPath, ["-e", IDLE], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(child, "message");
  await delay(AFTER_MS);
  const turn = costOf(child);
  child.kill("SIGKILL");
  await once(child, "exit");
  return turn;
}

function costOf({ pid }: ChildProcess): Turn {
  if (pid === undefined) throw new Error("the process runs");
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const memoryKiB = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  return { cpuSeconds: spentUs(pid) / 1e6, memoryMiB: memoryKiB / 1_024 };
}
