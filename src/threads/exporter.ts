/**
 * Main's side of the exporter: starts its thread for the first export, and again after the thread ended. What could not be made,
 * because the disk or the thread failed, is tried again until it is made, or until the process ends; then the next start does it.
 */
import { setTimeout } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { StatementExportMaking } from "../features/statement_export/statement_export_making.ts";
import type { ExportRequest } from "./exporter_thread.ts";
import { openRpc, type Rpc } from "./rpc.ts";
import { spawnWorker } from "./spawn.ts";
import type { ExporterThreadData, ShardFiles } from "./worker_data.ts";

const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 60_000;

export type ExporterParts = {
  options: { logLevel: string };
  /** The ledger shards in their order. */
  shards: readonly ShardFiles[];
  platform: ShardFiles;
  salts: ExporterThreadData["salts"];
  /** Resolves when the view of the shard shows all that is acknowledged now. */
  reached(shard: number): Promise<unknown>;
  logger: Logger;
};

export class Exporter {
  readonly #parts: ExporterParts;
  readonly #stop = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  #thread: { worker: Worker; rpc: Rpc } | undefined;
  #closed = false;

  constructor(parts: ExporterParts) {
    this.#parts = parts;
  }

  /** Undefined while the exporter's thread does not run. */
  get rpc(): Rpc | undefined {
    return this.#thread?.rpc;
  }

  /** What came of the making (`MadeExport`), or nothing where nobody finds the export any more. Never resolves once the server stops. */
  async make(shard: number, making: StatementExportMaking): Promise<Record<string, unknown>> {
    const { platform, reached, logger } = this.#parts;
    const request: ExportRequest = { ...making, shard };
    for (let pauseMs = RETRY_FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, RETRY_MAX_MS)) {
      try {
        await reached(shard);
        await reached(platform.shard);
        return await this.#started().rpc.call("make", request);
      } catch (cause) {
        if (this.#closed) return await new Promise(() => {});
        logger.error({ err: cause, ...request }, "the file of an export is tried again later");
        await setTimeout(pauseMs, undefined, { ref: false });
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    Atomics.store(new Int32Array(this.#stop), 0, 1);
    const thread = this.#thread;
    await thread?.rpc.call("close");
    await thread?.worker.terminate();
  }

  #started(): { worker: Worker; rpc: Rpc } {
    if (this.#closed) throw new Error("the server stops");
    if (this.#thread !== undefined) return this.#thread;
    const { options, shards, platform, salts, logger } = this.#parts;
    const { logLevel } = options;
    const data = {
      kind: "exporter",
      logLevel,
      shards: [...shards],
      platform,
      salts,
      stop: this.#stop,
    } satisfies ExporterThreadData;
    const worker = spawnWorker(data, []);
    const rpc = openRpc(worker, {});
    const ended = (error: Error) => {
      rpc.end(error);
      if (this.#thread?.worker !== worker) return;
      this.#thread = undefined;
      if (!this.#closed) logger.error({ err: error }, "the exporter ended");
    };
    worker.on("error", ended);
    worker.on("exit", (code) => ended(new Error(`the exporter ended with code ${code}`)));
    this.#thread = { worker, rpc };
    return this.#thread;
  }
}
