/** How the program of a worker thread begins (src/entries): with its data and its log. */
import { workerData } from "node:worker_threads";
import type { Logger } from "pino";
import { useIdKey } from "../base/hidden_place.ts";
import { codeCacheUse } from "../load_script.ts";
import { openLogger } from "./logger.ts";
import type { Given, WorkerData } from "./worker_data.ts";

/** Runs the thread. An error of its start ends the thread, which main notices. */
export function startThread<D extends WorkerData>(
  run: (data: D, logger: Logger) => Promise<void> | void,
): void {
  const data = workerData as Given<D>;
  useIdKey(data.idKey);
  const logger = openLogger({ level: data.logLevel, thread: threadOf(data) });
  if (codeCacheUse() === "unfit") logger.warn("the code cache is not of this script, and not used");
  void run(data, logger);
}

function threadOf(data: WorkerData): string {
  switch (data.kind) {
    case "edge":
      return `edge-${data.edge}`;
    case "ledger":
      return `shard-${data.shard}`;
    case "exporter":
    case "outbox":
    case "platform":
    case "prover":
      return data.kind;
  }
}
