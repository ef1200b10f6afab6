/** The program of an edge's thread. */
import { operations, PLATFORM_REGISTRY, SHARD_REGISTRY } from "../features/registry.ts";
import { runEdge } from "../threads/edge_program.ts";
import { startThread } from "../threads/start_thread.ts";
import type { EdgeThreadData } from "../threads/worker_data.ts";

startThread((data: EdgeThreadData, logger) =>
  runEdge(
    data,
    {
      operations,
      about: async () => (await import("../features/published.ts")).ABOUT,
      shard: SHARD_REGISTRY,
      platform: PLATFORM_REGISTRY,
    },
    logger,
  ),
);
