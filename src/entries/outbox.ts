/** The program of the outbox's thread. */
import { SHARD_REGISTRY } from "../features/registry.ts";
import { runOutboxThread } from "../threads/outbox_thread.ts";
import { startThread } from "../threads/start_thread.ts";
import type { OutboxThreadData } from "../threads/worker_data.ts";

startThread((data: OutboxThreadData, logger) =>
  runOutboxThread(data, { codecs: SHARD_REGISTRY.codecs }, logger),
);
