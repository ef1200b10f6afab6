/** Where a reader thread begins: each exported function is a kind of task (contract/reader_task.ts). */
import { workerData } from "node:worker_threads";
import type { ReadTask, TaskAnswer, TaskControl } from "./contract/reader_task.ts";
import { PUBLIC_OPERATIONS } from "./features/published.ts";
import { SHARD_REGISTRY } from "./features/registry.ts";
import { handedOver, openReader, type ReaderData } from "./threads/reader_thread.ts";

const reader = openReader(workerData as ReaderData, {
  operations: PUBLIC_OPERATIONS,
  codecs: SHARD_REGISTRY.codecs,
});

/** One declared read. */
export function read(task: ReadTask & TaskControl): TaskAnswer {
  return handedOver(reader.read(task));
}
