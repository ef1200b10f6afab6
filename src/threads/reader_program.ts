/** The tasks of a reader thread, by kind (contract/declare/reader_task.ts). */
import { workerData } from "node:worker_threads";
import { preparationTools } from "../access/preparation.ts";
import { useIdKey } from "../base/hidden_place.ts";
import type { AnyOperation } from "../calls/callable.ts";
import { preparedBy } from "../calls/prepare.ts";
import type {
  PrepareTask,
  ReadTask,
  TaskAnswer,
  TaskControl,
} from "../contract/declare/reader_task.ts";
import type { FactCodec } from "../contract/records/record.ts";
import type { GraphqlTask } from "../graphql/graphql_run.ts";
import { ThreadEntityKeys } from "../keys/entity_keys.ts";
import { openReader, type ReaderData, transferred } from "./reader_thread.ts";
import { keepingFiles } from "./task_files.ts";
import type { Given } from "./worker_data.ts";

export type ReaderProgram = {
  /** One GraphQL query. */
  graphql(task: GraphqlTask & TaskControl): Promise<TaskAnswer>;
  /** One declared read. */
  read(task: ReadTask & TaskControl): TaskAnswer;
  /** The preparation of one write. */
  prepare(task: PrepareTask & TaskControl): Promise<TaskAnswer>;
};

export function openReaderProgram(wiring: {
  operations: readonly AnyOperation[];
  codecs: readonly FactCodec[];
}): ReaderProgram {
  const data = workerData as Given<ReaderData>;
  useIdKey(data.idKey);
  const reader = openReader(data, wiring);
  const operations = new Map(wiring.operations.map((operation) => [operation.id, operation]));
  const tools = preparationTools(data.preparation, new ThreadEntityKeys(data.preparation).keys);
  // Loaded by the first query: most threads get none, and GraphQL is a third of what they would load.
  let graphqlReader: ((task: GraphqlTask & TaskControl) => TaskAnswer) | undefined;
  return {
    async graphql(task) {
      if (graphqlReader === undefined) {
        const { openGraphqlReader } = await import("./graphql_reader.ts");
        graphqlReader = openGraphqlReader(reader, data, wiring.operations);
      }
      return transferred(graphqlReader(task));
    },
    read: (task) => transferred(reader.read(task)),
    async prepare(task) {
      const { reads } = task;
      try {
        return await keepingFiles(task, data.shards, (keepFor) =>
          preparedBy(operations, tools, task, ({ shard, realmKey, sequence }) => ({
            ...reader.viewed({ ...task, shard, sequence }, realmKey),
            keepFile: keepFor(shard),
          })),
        );
      } finally {
        if (reads !== undefined) reader.release(reads.shard);
      }
    },
  };
}
