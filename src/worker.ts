/** The program of a worker thread. */
import { ABOUT } from "./features/published.ts";
import { operations, PLATFORM_REGISTRY, SHARD_REGISTRY } from "./features/registry.ts";
import { runWorker } from "./threads/run_worker.ts";

await runWorker({
  operations,
  about: ABOUT,
  shard: SHARD_REGISTRY,
  platform: PLATFORM_REGISTRY,
});
