/** P7: how fast a log is replayed into memory, and how fast a server starts after a clean stop. */
import { spawnSync } from "node:child_process";
import { type Book, filledBook } from "../book/book.ts";
import { runTask } from "../book/run_task.ts";
import { ROOT } from "../child.ts";
import { type Row, type Settings, SHORTFALL } from "../row.ts";
import { newDirectory, startServerOn } from "../server.ts";

const TRANSFERS: Record<Settings["size"], number> = {
  small: 20_000,
  usual: 1_000_000,
  full: 10_000_000,
};
const ACCOUNTS: Record<Settings["size"], number> = { small: 100, usual: 10_000, full: 10_000 };

export const p7Replay: Row = {
  name: "p7",
  title: "replay in process, and a start",
  pairs: 3,
  seconds: 1,
  warmUpSeconds: 0,
  shortfall: SHORTFALL,
  figures: [
    {
      name: "replayPerSecond",
      text: "transfers replayed per second",
      digits: 0,
      isHeadline: true,
      asked: { atLeast: 500_000 },
    },
    { name: "replayPerCpuSecond", text: "the same per second of processor time", digits: 0 },
    { name: "recoverPerSecond", text: "the same with the state written anew", digits: 0 },
    {
      name: "startSeconds",
      text: "start after a clean stop, seconds",
      digits: 2,
      isHeadline: true,
      asked: { below: 5 },
    },
  ],
  async open(settings) {
    const transfers = TRANSFERS[settings.size];
    const book = await filledBook(settings, { accounts: ACCOUNTS[settings.size], transfers });
    return {
      sides: [
        { name: "replay", turn: () => replayTurn(settings, book) },
        { name: "recover", turn: () => replayTurn(settings, book, { writesState: true }) },
        { name: "start", turn: () => startTurn(book) },
      ],
      notes: [`a log of ${transfers.toLocaleString("en-US")} transfers, one record each`],
      check: async () => verify(settings, book),
      close: book.remove,
    };
  },
  derive: (of) => ({
    replayPerSecond: of("replay", "perSecond"),
    replayPerCpuSecond: of("replay", "perCpuSecond"),
    recoverPerSecond: of("recover", "perSecond"),
    startSeconds: of("start", "seconds"),
  }),
};

/** Every record counts as a transfer: at most one record in a hundred is not a transfer. */
async function replayTurn(
  { scratch }: Settings,
  { dataDir }: Book,
  { writesState = false } = {},
): Promise<{ perSecond: number; perCpuSecond: number }> {
  const state = await newDirectory(scratch, "state");
  try {
    const stateDir = state.path;
    const figures = await runTask({ task: "replay", dataDir, stateDir, writesState });
    const { records, wallMs, cpuMs } = figures;
    return { perSecond: (records * 1_000) / wallMs, perCpuSecond: (records * 1_000) / cpuMs };
  } finally {
    await state.remove();
  }
}

/** Starts a whole server and measures the time until it is ready, then stops the server cleanly. */
async function startTurn({ dataDir }: Book): Promise<{ seconds: number }> {
  const { readyMs, stop } = await startServerOn(dataDir);
  await stop();
  return { seconds: readyMs / 1_000 };
}

/** Checks that `npm run log -- verify` accepts the log that was measured. */
function verify({ say, scratch }: Settings, { dataDir }: Book): void {
  const command = ["--import", "tsx", "scripts/log.ts", "verify", "--data", dataDir];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...command, "--scratch", scratch],
    { cwd: ROOT, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`log verify ended with ${status}:\n${stdout}${stderr}`);
  say("  log verify: no fault");
}
