/**
 * Runs a ready query at one snapshot: loads, executes and prints in one synchronous step. Edges and
 * the read pool use the same step.
 */
import type { GraphQLError } from "graphql";
import type { CursorCodecs } from "../access/cursor.ts";
import type { Place } from "../base/id.ts";
import type { AnyRead } from "../calls/callable.ts";
import type { ProductKeyCaller } from "../contract/caller.ts";
import type { ErrorCode } from "../contract/error_catalog.ts";
import type { Operation } from "../contract/operation.ts";
import type { Refusal } from "../contract/refusal.ts";
import type { RequestLogReader } from "../contract/request_log.ts";
import type { Snapshot } from "../contract/snapshot.ts";
import { type ReadingParts, readsOf } from "./graphql_reads.ts";
import { firstCode, resultBody } from "./http_shapes.ts";
import { POOL_READ_MS_MAX } from "./limits.ts";
import { load, type TimeLimit } from "./load.ts";
import type { PlanNode, Variables } from "./plan.ts";
import { openQueryCache, type ReadyQuery } from "./query_cache.ts";
import { schemaOf } from "./schema.ts";

/** A query with its variables: as they were sent, and as the query declares them. */
export type Run = {
  query: ReadyQuery;
  raw: Variables;
  variables: Variables;
  plan: readonly PlanNode[];
};

/** Where and for whom a query runs. */
export type RunAt = ReadingParts & { timeLimit: TimeLimit; docsUrl: string };

/** `faults`: the errors of fields that failed although nothing refused them; they go to the log. */
export type RunAnswer = {
  refused: false;
  body: string;
  code: ErrorCode | undefined;
  faults: GraphQLError[];
};

export function runQuery(
  { query, raw, variables, plan }: Run,
  at: RunAt,
): RunAnswer | Refusal<"invalid_request"> {
  const loaded = load(plan, variables, readsOf(at), at.timeLimit);
  if (loaded.refused) return loaded;
  const result = query.execute(loaded.answers, raw);
  const faults: GraphQLError[] = [];
  const body = resultBody(
    result,
    { sequence: at.snapshot.sequence, docsUrl: at.docsUrl },
    (error) => faults.push(error),
  );
  return { refused: false, body, code: firstCode(result), faults };
}

/** What an edge hands to a reader thread for one query; it can be cloned from thread to thread. */
export type GraphqlTask = {
  text: string;
  operationName: string | undefined;
  variables: Variables;
  caller: ProductKeyCaller;
  shard: number;
  realmKey: string;
  /** A frame that the snapshot must contain. */
  sequence: number;
  nowMs: number;
  located: (readonly [operationId: string, inputKey: string, place: Place])[];
  /** Media type of the answer. */
  contentType: string;
  /** Address of the pages that explain the codes. */
  docsUrl: string;
};

/** Runs tasks in a reader thread, which has a cache of queries of its own. */
export function openGraphqlRunner({
  operations,
  cursors,
  requestLog,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: reads of any shard state
  operations: readonly Operation<any>[];
  cursors: CursorCodecs;
  requestLog: RequestLogReader | undefined;
}): (
  task: GraphqlTask,
  at: { snapshot: Snapshot; realm: number | undefined },
) => RunAnswer | Refusal<"invalid_request"> {
  const cache = openQueryCache(schemaOf(operations), { compiles: true });
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return (task, { snapshot, realm }) => {
    const query = cache.ready(task.text, task.operationName);
    if (query.refused) return query;
    const variables = query.variablesOf(task.variables);
    if (variables.refused) return variables;
    const { values } = variables;
    const run = { query, raw: task.variables, variables: values, plan: query.planFor(values) };
    const located = new Map<AnyRead, Map<string, Place>>();
    for (const [operationId, inputKey, place] of task.located) {
      const operation = byId.get(operationId) as AnyRead;
      located.set(operation, (located.get(operation) ?? new Map()).set(inputKey, place));
    }
    const { caller, nowMs, docsUrl } = task;
    const timeLimit = { nowMs: Date.now, readMsMax: POOL_READ_MS_MAX };
    const at = { snapshot, realm, caller, cursors, located, requestLog, nowMs, timeLimit, docsUrl };
    return runQuery(run, at);
  };
}
