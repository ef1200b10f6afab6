/** Runs a task of a book in a process of its own. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { built } from "../built.ts";
import { guarded, ROOT } from "../child.ts";
import type {
  Customers,
  Fill,
  FillFigures,
  Objects,
  Outside,
  OutsideFigures,
  People,
  Replay,
  ReplayFigures,
  Task,
  Weigh,
  WeighFigures,
} from "./tasks.ts";

const ENTRY = "bench/book/tasks.ts";
/** The environment variables that `npm start` sets. */
const VARIABLES = { UV_THREADPOOL_SIZE: "24", ...process.env };

export function runTask(task: Fill | Customers | People): Promise<FillFigures>;
export function runTask(task: Replay): Promise<ReplayFigures>;
export function runTask(task: Weigh | Objects): Promise<WeighFigures>;
export function runTask(task: Outside): Promise<OutsideFigures>;
/** Resolves with the task's figures; rejects with the stack of an error in the task's process. */
export async function runTask(task: Task): Promise<unknown> {
  const child = fork(await built(ENTRY), {
    cwd: ROOT,
    env: VARIABLES,
    execArgv: ["--enable-source-maps", "--expose-gc", "--max-old-space-size=8192"],
  });
  const stop = guarded(child);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the task ${task.task} ended with ${code} before it answered`);
  });
  child.send(task);
  try {
    const [answer] = await Promise.race([once(child, "message"), ended]);
    const { figures, failed } = answer as { figures?: unknown; failed?: string };
    if (failed !== undefined) throw new Error(`the task ${task.task} failed: ${failed}`);
    return figures;
  } finally {
    ended.catch(() => {});
    await stop();
  }
}
