/** The program of a worker thread. */
import { PUBLIC_OPERATIONS } from "./features/published.ts";
import { PLATFORM_REGISTRY, SHARD_REGISTRY } from "./features/registry.ts";
import { runWorker } from "./threads/run_worker.ts";

await runWorker({
  operations: PUBLIC_OPERATIONS,
  shard: SHARD_REGISTRY,
  platform: PLATFORM_REGISTRY,
});
