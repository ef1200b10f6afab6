/** Runs GraphQL queries in a reader thread; the schema is built for the first query. */
import { openCursorCodec } from "../access/cursor.ts";
import type { Operation } from "../contract/declare/operation.ts";
import type { TaskAnswer, TaskControl } from "../contract/declare/reader_task.ts";
import { REALM_MOMENTS } from "../features/event/realm_moments.ts";
import { type GraphqlTask, openGraphqlRunner } from "../graphql/graphql_run.ts";
import { VARIES } from "../http/answer/security_headers.ts";
import { RequestLogView } from "../request_log/view.ts";
import type { Reader, ReaderData } from "./reader_thread.ts";

export function openGraphqlReader(
  reader: Reader,
  { keys, requestLogPath }: Pick<ReaderData, "keys" | "requestLogPath">,
  // biome-ignore lint/suspicious/noExplicitAny: reads of any shard state
  operations: readonly Operation<any>[],
): (task: GraphqlTask & TaskControl) => TaskAnswer {
  const cursors = openCursorCodec(keys.cursors, Date.now);
  const requestLog = requestLogPath === undefined ? undefined : new RequestLogView(requestLogPath);
  let run: ReturnType<typeof openGraphqlRunner> | undefined;
  return (task) =>
    reader.run(task, ({ openAt, spool }) => {
      run ??= openGraphqlRunner({ operations, cursors, requestLog, moments: REALM_MOMENTS });
      const answer = run(task, {
        snapshotAt({ shard, realmKey }, sequence) {
          const { snapshot, view, files } = openAt(shard, sequence);
          return { snapshot, realm: view.realmNumberOf(realmKey), files };
        },
        shardAt: (shard) => openAt(shard, 0).snapshot,
      });
      // A day that is removed while an idle reader has it open would keep its space.
      void requestLog?.close();
      if (answer.refused) return { kind: "refused", refusal: answer };
      spool.write(answer.body);
      const { body } = spool.end();
      const faults = answer.faults.map(({ stack, message }) => stack ?? message);
      return { kind: "body", contentType: task.contentType, headers: VARIES, body, faults };
    });
}
