/** The tasks of a reader thread, by kind (contract/reader_task.ts). */
import { workerData } from "node:worker_threads";
import { preparationTools } from "../access/preparation.ts";
import { invariant } from "../base/invariant.ts";
import type { AnyOperation } from "../calls/callable.ts";
import { preparedBy } from "../calls/prepare.ts";
import type { PrepareTask, ReadTask, TaskAnswer, TaskControl } from "../contract/reader_task.ts";
import type { FactCodec } from "../contract/record.ts";
import type { GraphqlTask } from "../graphql/graphql_run.ts";
import { ThreadEntityKeys } from "./entity_keys.ts";
import { openGraphqlReader } from "./graphql_reader.ts";
import { keepFile } from "./named_files.ts";
import { openReader, type ReaderData, transferred } from "./reader_thread.ts";

export type ReaderProgram = {
  /** One GraphQL query. */
  graphql(task: GraphqlTask & TaskControl): TaskAnswer;
  /** One declared read. */
  read(task: ReadTask & TaskControl): TaskAnswer;
  /** The preparation of one write. */
  prepare(task: PrepareTask & TaskControl): Promise<TaskAnswer>;
};

export function openReaderProgram(wiring: {
  operations: readonly AnyOperation[];
  codecs: readonly FactCodec[];
}): ReaderProgram {
  const data = workerData as ReaderData;
  const reader = openReader(data, wiring);
  const operations = new Map(wiring.operations.map((operation) => [operation.id, operation]));
  const tools = preparationTools(data.preparation, new ThreadEntityKeys(data.preparation).keys);
  const graphqlReader = openGraphqlReader(reader, data, wiring.operations);
  return {
    graphql: (task) => transferred(graphqlReader(task)),
    read: (task) => transferred(reader.read(task)),
    async prepare(task) {
      const { reads } = task;
      try {
        return await preparedBy(operations, tools, task, ({ shard, realmKey, sequence }) => ({
          ...reader.viewed({ ...task, shard, sequence }, realmKey),
          keepFile: (owner, bytes) => keepFile(filesPathOf(data, shard), { owner, bytes }),
        }));
      } finally {
        if (reads !== undefined) reader.release(reads.shard);
      }
    },
  };
}

function filesPathOf({ shards }: ReaderData, shard: number): string {
  const files = shards.find((one) => one.shard === shard);
  invariant(files !== undefined, "a preparation reads a shard that there is");
  return files.filesPath;
}
