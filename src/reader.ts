/** Where a reader thread begins: each exported function is a kind of task (contract/reader_task.ts). */
import { workerData } from "node:worker_threads";
import type { ReadTask, TaskAnswer, TaskControl } from "./contract/reader_task.ts";
import { PUBLIC_OPERATIONS } from "./features/published.ts";
import { SHARD_REGISTRY } from "./features/registry.ts";
import type { GraphqlTask } from "./graphql/graphql_run.ts";
import { openGraphqlReader } from "./threads/graphql_reader.ts";
import { handedOver, openReader, type ReaderData } from "./threads/reader_thread.ts";

const data = workerData as ReaderData;
const reader = openReader(data, {
  operations: PUBLIC_OPERATIONS,
  codecs: SHARD_REGISTRY.codecs,
});

const graphqlReader = openGraphqlReader(reader, data, PUBLIC_OPERATIONS);

/** One GraphQL query. */
export function graphql(task: GraphqlTask & TaskControl): TaskAnswer {
  return handedOver(graphqlReader(task));
}

/** One declared read. */
export function read(task: ReadTask & TaskControl): TaskAnswer {
  return handedOver(reader.read(task));
}
