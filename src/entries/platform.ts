/** The program of the platform shard's thread. */
import { PLATFORM_REGISTRY } from "../features/registry.ts";
import { runShardThread } from "../threads/shard_thread.ts";
import { startThread } from "../threads/start_thread.ts";
import type { ShardThreadData } from "../threads/worker_data.ts";

startThread((data: ShardThreadData, logger) =>
  runShardThread(data, { registry: PLATFORM_REGISTRY, carriers: new Map() }, logger),
);
