/** Where every worker thread begins: it runs the kind of thread that its `workerData` names. */
import { workerData } from "node:worker_threads";
import type { AnyOperation } from "../calls/callable.ts";
import type { Carriers } from "../contract/effect.ts";
import type { About } from "../contract/openapi.ts";
import type { ShardRegistry } from "../contract/registry.ts";
import { findersOf } from "./credential_directory.ts";
import { openLogger } from "./logger.ts";
import { runProverThread } from "./prover_thread.ts";
import { runShardThread } from "./shard_thread.ts";
import type { WorkerData } from "./worker_data.ts";

/** The operations that the edges serve, and the registries of both kinds of shards. */
export type WorkerDefinition<S, P> = {
  operations: readonly AnyOperation[];
  /** The general part of the contract document. */
  about: About;
  shard: ShardRegistry<S>;
  platform: ShardRegistry<P>;
  /**
   * One carrier for each kind of effect that a shard declares; absent where no effect is declared.
   */
  carriers?: Carriers;
};

export async function runWorker<S, P>(definition: WorkerDefinition<S, P>) {
  const { operations, about, shard, platform, carriers = new Map() } = definition;
  const data = workerData as WorkerData;
  const logger = openLogger({ level: data.logLevel, thread: threadOf(data) });
  switch (data.kind) {
    case "ledger":
      await runShardThread(data, { registry: shard, carriers }, logger);
      return;
    case "platform":
      await runShardThread(data, { registry: platform, carriers }, logger);
      return;
    case "edge": {
      // Shards do not need what an edge loads.
      const { runEdge } = await import("./edge_program.ts");
      const finders = findersOf(platform);
      await runEdge(data, { operations, about, codecs: shard.codecs, finders }, logger);
      return;
    }
    case "outbox": {
      const { runOutboxThread } = await import("./outbox_thread.ts");
      await runOutboxThread(data, { codecs: shard.codecs }, logger);
      return;
    }
    case "prover":
      runProverThread(data, logger);
  }
}

function threadOf(data: WorkerData): string {
  switch (data.kind) {
    case "edge":
      return `edge-${data.edge}`;
    case "ledger":
      return `shard-${data.shard}`;
    case "outbox":
    case "platform":
    case "prover":
      return data.kind;
  }
}
