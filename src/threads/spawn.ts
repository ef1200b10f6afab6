/** Starts a worker thread of this program. */
import type { TransferListItem } from "node:worker_threads";
import { Worker } from "node:worker_threads";
import { usedIdKey } from "../base/hidden_place.ts";
import type { Given, WorkerData } from "./worker_data.ts";

/**
 * A ledger shard keeps what it decides until the next write of the state, which is more than V8's own size of
 * the young generation (48 MiB) lets it throw away cheaply: what is still needed is copied at each collection.
 */
const YOUNG_MB = 192;

/**
 * The built program has those of the threads beside it. When the sources run unbuilt, as in a test,
 * each thread registers the TypeScript loader itself: on Node 20 a worker does not inherit the
 * loader of the main thread.
 */
export function spawnWorker(data: WorkerData, transferList: readonly TransferListItem[]): Worker {
  const options = {
    workerData: { ...data, idKey: usedIdKey() } satisfies Given<WorkerData>,
    transferList: [...transferList],
    ...(data.kind === "ledger" && { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } }),
  };
  if (import.meta.url.endsWith(".js")) {
    return new Worker(new URL(`./${data.kind}.js`, import.meta.url), options);
  }
  const url = JSON.stringify(new URL(`../entries/${data.kind}.ts`, import.meta.url).href);
  const code = `import("tsx/esm/api").then(({ register }) => (register(), import(${url})))`;
  return new Worker(code, { eval: true, ...options });
}
