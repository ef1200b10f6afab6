/** Starts the thread that helps a shard to sum a large state at its start. */
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { SharedWalk } from "../shard/shared_sum.ts";

/** From this many entries on, 0.1 s of work, a second thread is worth its start. */
export const SUMMING_FROM_ENTRIES = 300_000;

export type SummingData = { path: string; walk: SharedWalk };

/** The thread ends by itself. When it fails, the shard does its work, so a failure is a warning only. */
export function startSummingThread(data: SummingData, logger: Logger): void {
  const thread = new Worker(new URL("./summing.js", import.meta.url), { workerData: data });
  thread.on("error", (err) => logger.warn({ err }, "the second thread of a start failed"));
  thread.unref();
}
