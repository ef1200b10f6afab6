/** Where a worker thread begins: it is told which of three things it is, and is given its meaning. */
import { workerData } from "node:worker_threads";
import { contractText, PUBLIC_OPERATIONS } from "./features/published.ts";
import { PLATFORM_REGISTRY, SHARD_REGISTRY } from "./features/registry.ts";
import { schemaText } from "./graphql/schema.ts";
import { runActorThread } from "./threads/actor_thread.ts";
import { runEdgeThread } from "./threads/edge_thread.ts";
import { openLogger } from "./threads/logger.ts";
import { runProverThread } from "./threads/prover_thread.ts";
import type { WorkerData } from "./threads/worker_data.ts";

const data = workerData as WorkerData;
const logger = openLogger({ level: data.logLevel, thread: threadOf(data) });

switch (data.kind) {
  case "shard":
    await runActorThread(data, SHARD_REGISTRY, logger);
    break;
  case "platform":
    await runActorThread(data, PLATFORM_REGISTRY, logger);
    break;
  case "edge":
    await runEdgeThread(
      data,
      {
        operations: PUBLIC_OPERATIONS,
        codecs: SHARD_REGISTRY.codecs,
        contractText,
        schemaText: () => schemaText(PUBLIC_OPERATIONS),
      },
      logger,
    );
    break;
  case "prover":
    runProverThread(data, logger);
}

function threadOf(data: WorkerData): string {
  switch (data.kind) {
    case "edge":
      return `edge-${data.edge}`;
    case "shard":
      return `shard-${data.shard}`;
    case "platform":
    case "prover":
      return data.kind;
  }
}
