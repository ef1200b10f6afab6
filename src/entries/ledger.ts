/** The program of a ledger shard's thread. */
import { SHARD_REGISTRY } from "../features/registry.ts";
import { runShardThread } from "../threads/shard_thread.ts";
import { startThread } from "../threads/start_thread.ts";
import type { ShardThreadData } from "../threads/worker_data.ts";

startThread((data: ShardThreadData, logger) =>
  runShardThread(data, { registry: SHARD_REGISTRY, carriers: new Map() }, logger),
);
