/**
 * `POST /v1/graphql`: read-only, over the same declarations, credentials and snapshots as REST.
 *
 *   body -> document known, or priced and validated -> its units from the budget -> variables
 *     -> Product -> what the actor must be asked -> the view has caught up
 *     -> load, execute, print: one synchronous step at one snapshot, on the edge or, when it may be
 *        large or reads what REST reads in the pool, in the read pool
 *
 * Guarantees: a whole answer belongs to the sequence that it names; limits are looked at before
 * anything expensive; nothing here touches an actor's memory.
 * Does not change anything: a mutation is refused before it is priced.
 */
import type { GraphQLSchema } from "graphql";
import { type Authenticated, checkProduct } from "../access/credential_table.ts";
import type { CursorCodecs } from "../access/cursor.ts";
import type { Place } from "../base/id.ts";
import { scopeKeyOf } from "../contract/envelope.ts";
import type { ErrorCode } from "../contract/error_catalog.ts";
import { type Operation, type Refusal, refuse } from "../contract/operation.ts";
import type { RequestLogReader } from "../contract/request_log.ts";
import type { Courier } from "../placement/courier.ts";
import type { ShardView } from "../views/shard_view.ts";
import type { Located } from "./graphql_reads.ts";
import { type GraphqlTask, type Run, runQuery } from "./graphql_run.ts";
import {
  GRAPHQL_TYPE,
  type GraphqlRequest,
  isJsonContent,
  refuseContentType,
  requestErrorBody,
  requestOf,
  responseTypeOf,
} from "./http_shapes.ts";
import { EDGE_READ_MS_MAX } from "./limits.ts";
import type { PlanNode, Variables } from "./plan.ts";
import { openQueryCache, type QueryCache } from "./query_cache.ts";
import { type AnyRead, inputOf } from "./read_field.ts";
import { schemaOf } from "./schema.ts";
import { openSnapshotCache, type SnapshotCache } from "./snapshot_cache.ts";
import { isForThePool } from "./weight.ts";

/** One request, admitted: its caller is known and its address has budget. */
export interface GraphqlCall {
  readonly requestId: string;
  readonly accept: string;
  readonly contentType: string;
  readonly caller: Authenticated;
  /** The client is gone: nothing can be answered any more. */
  readonly isFinished: boolean;
  /** Takes units from the credential's budget; false when it answered with a refusal. */
  charge(units: number): boolean;
  /** Answers a refusal as REST does. */
  refuse(refusal: Refusal, headers?: string, status?: number): void;
  answer(status: number, contentType: string, body: string, code: ErrorCode | undefined): void;
  /** Runs a task in the read pool and answers with its body; a refusal is handed to `refused`. */
  runInPool(kind: string, task: object, refused: (refusal: Refusal) => void): void;
  fail(cause: unknown): void;
}

export type GraphqlParts = {
  // biome-ignore lint/suspicious/noExplicitAny: the endpoint serves reads of any shard state
  operations: readonly Operation<any>[];
  couriers: readonly Courier[];
  views: readonly ShardView[];
  cursors: CursorCodecs;
  docsUrl: string;
  /** As its writer has written it; a request of the last moment may be missing. */
  requestLog: RequestLogReader | undefined;
  nowMs: () => number;
  /** A field that could not be read although nothing refused it. */
  fault: (message: string, error: Error) => void;
  /** False: graphql-js executes everything. */
  compiles: boolean;
};

export type GraphqlEndpoint = {
  answer(call: GraphqlCall, body: string): void;
  cache: QueryCache;
};

/** What the actor is asked about before the snapshot: a key of which input of which read. */
type Question = { operation: AnyRead; inputKey: string; key: string };

export function openGraphql(parts: GraphqlParts): GraphqlEndpoint {
  const schema: GraphQLSchema = schemaOf(parts.operations);
  const cache = openQueryCache(schema, { compiles: parts.compiles });
  const outcomes = openSnapshotCache();
  return {
    cache,
    answer(call, body) {
      const prepared = prepare(parts, cache, call, body);
      if (prepared === undefined) return;
      const { request, run } = prepared;
      const inPool = isForThePool(run.plan, run.variables);
      const courier = parts.couriers[call.caller.shard];
      if (courier === undefined || !courier.serving) {
        unavailable(call);
        return;
      }
      const needed = courier.acknowledged;
      locate(parts, courier, call, run, (located) => {
        const go = () =>
          guarded(call, () => {
            if (inPool) executeInPool(parts, call, request, located, needed);
            else execute(parts, outcomes, call, run, located);
          });
        if (courier.isViewed(needed)) go();
        else {
          courier.awaitView(needed, parts.nowMs(), (reached) =>
            reached ? go() : unavailable(call),
          );
        }
      });
    },
  };
}

/** Everything before the reads; undefined when it has answered. */
function prepare(
  parts: GraphqlParts,
  cache: QueryCache,
  call: GraphqlCall,
  body: string,
): { request: GraphqlRequest; run: Run } | undefined {
  if (!isJsonContent(call.contentType)) {
    if (call.charge(1)) call.refuse(refuseContentType(), "", 415);
    return undefined;
  }
  const request = requestOf(body);
  const query = request.refused ? request : cache.ready(request.query, request.operationName);
  // What cannot be priced costs what a refused REST request costs.
  if (!call.charge(query.refused ? 1 : query.rootFields)) return undefined;
  if (query.refused) return refuseRequest(parts, call, query);
  if (request.refused) return refuseRequest(parts, call, request);
  const raw = request.variables;
  const variables = query.variablesOf(raw);
  if (variables.refused) return refuseRequest(parts, call, variables);
  const denied = checkProduct(call.caller);
  if (denied !== undefined) {
    call.refuse(denied);
    return undefined;
  }
  const { values } = variables;
  return { request, run: { query, raw, variables: values, plan: query.planFor(values) } };
}

/** One synchronous step: the snapshot cannot move while it runs. */
function execute(
  parts: GraphqlParts,
  outcomes: SnapshotCache,
  call: GraphqlCall,
  run: Run,
  located: Located,
): void {
  if (call.isFinished) return;
  const { caller } = call;
  const view = parts.views[caller.shard];
  if (view === undefined) throw new Error(`shard ${caller.shard} has no view`);
  const { productId, environment } = caller.principal;
  const answer = runQuery(run, {
    snapshot: view.refreshed(),
    scope: view.scopeNumberOf(scopeKeyOf(productId, environment)),
    caller,
    cursors: parts.cursors,
    located,
    requestLog: parts.requestLog,
    nowMs: parts.nowMs(),
    patience: { nowMs: parts.nowMs, readMsMax: EDGE_READ_MS_MAX },
    cache: outcomes,
  });
  if (answer.refused) {
    refuseRequest(parts, call, answer);
    return;
  }
  for (const error of answer.faults) parts.fault("a GraphQL field could not be read", error);
  call.answer(200, responseTypeOf(call.accept), answer.body, answer.code);
}

/** The same step in a reader thread, which has a snapshot of at least `sequence`. */
function executeInPool(
  parts: GraphqlParts,
  call: GraphqlCall,
  { query, operationName, variables }: GraphqlRequest,
  located: Located,
  sequence: number,
): void {
  if (call.isFinished) return;
  const { shard, principal, product, key, scopes } = call.caller;
  const task: GraphqlTask = {
    text: query,
    operationName,
    variables,
    caller: { principal, product, key, scopes },
    shard,
    sequence,
    nowMs: parts.nowMs(),
    located: [...located].flatMap(([{ id }, places]) =>
      [...places].map(([inputKey, place]) => [id, inputKey, place] as const),
    ),
    contentType: responseTypeOf(call.accept),
  };
  call.runInPool("graphql", task, (refusal) =>
    refuseRequest(parts, call, refusal as Refusal<"invalid_request">),
  );
}

/** Asks the actor where the keys stand that root fields name; relations never name one. */
function locate(
  { nowMs }: GraphqlParts,
  courier: Courier,
  call: GraphqlCall,
  { plan, variables }: Run,
  settle: (located: Located) => void,
): void {
  const questions = questionsOf(plan, variables);
  const located = new Map<AnyRead, Map<string, Place>>();
  if (questions.length === 0) {
    settle(located);
    return;
  }
  const { productId, environment } = call.caller.principal;
  let open = questions.length;
  for (const { operation, inputKey, key } of questions) {
    courier.locate(scopeKeyOf(productId, environment), key, nowMs(), (place) => {
      if (place === undefined) {
        if (open > 0) unavailable(call);
        open = 0;
        return;
      }
      const places = located.get(operation) ?? new Map<string, Place>();
      located.set(operation, places.set(inputKey, place));
      if (--open === 0) settle(located);
    });
  }
}

function questionsOf(plan: readonly PlanNode[], variables: Variables): Question[] {
  return plan.flatMap(({ read, argumentsOf }) => {
    if (read?.operation.locate === undefined) return [];
    const input = inputOf(read, "", argumentsOf(variables));
    // What is malformed is refused when it is loaded.
    if ("issues" in input) return [];
    const { operation } = read;
    return [{ operation, inputKey: input.key, key: operation.locate?.(input.value) ?? "" }];
  });
}

function refuseRequest(
  { docsUrl }: GraphqlParts,
  call: GraphqlCall,
  refusal: Refusal<"invalid_request">,
): undefined {
  if (responseTypeOf(call.accept) === GRAPHQL_TYPE) {
    const body = requestErrorBody(refusal, { requestId: call.requestId, docsUrl });
    call.answer(400, GRAPHQL_TYPE, body, refusal.code);
  } else call.refuse(refusal);
  return undefined;
}

function unavailable(call: GraphqlCall): void {
  const message = "the read model does not answer now; retry later";
  call.refuse(refuse("resource_reader_unavailable", message, { reader: "shard" }));
}

function guarded(call: GraphqlCall, work: () => void): void {
  try {
    work();
  } catch (cause) {
    call.fail(cause);
  }
}
