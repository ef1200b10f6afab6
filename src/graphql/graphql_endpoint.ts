/**
 * `POST /v1/graphql`: read-only, over the same declarations, credentials and snapshots as REST.
 *
 *   body -> document known, or priced and validated -> its units from the budget -> variables
 *     -> Product -> what the shard must be asked -> the view has caught up
 * -> load, execute, print: one synchronous step at one snapshot; in the read pool for a query that
 *        may be large or has a read that REST runs in the pool, else on the edge
 *
 * Guarantees: a whole answer belongs to the sequence that it names; limits are checked before any
 * expensive work; nothing here touches a shard's memory.
 * Does not change anything: a mutation is refused before it is priced.
 */
import type { GraphQLSchema } from "graphql";
import { withoutCredentials } from "../access/credential_text.ts";
import { protocolGate } from "../access/gate.ts";
import type { Place } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import type { ProtocolCall } from "../calls/call.ts";
import type { AnyRead } from "../calls/callable.ts";
import type { Calls } from "../calls/calls.ts";
import { isJsonContent } from "../calls/json_input.ts";
import { placeOfKey, viewAt } from "../calls/place.ts";
import type { ProductKeyCaller } from "../contract/caller.ts";
import type { Operation } from "../contract/operation.ts";
import type { Refusal } from "../contract/refusal.ts";
import type { Located } from "./graphql_reads.ts";
import { type GraphqlTask, type Run, runQuery } from "./graphql_run.ts";
import {
  GRAPHQL_OPERATION,
  GRAPHQL_TYPE,
  type GraphqlRequest,
  REFUSAL_TYPES,
  RESPONSE_TYPES,
  refuseContentType,
  requestErrorBody,
  requestOf,
} from "./http_shapes.ts";
import { EDGE_READ_MS_MAX } from "./limits.ts";
import type { PlanNode, Variables } from "./plan.ts";
import { openQueryCache, type QueryCache } from "./query_cache.ts";
import { inputOf } from "./read_field.ts";
import { schemaOf } from "./schema.ts";
import { openSnapshotCache, type SnapshotCache } from "./snapshot_cache.ts";
import { runsInPool } from "./weight.ts";

export const GRAPHQL_GATE = protocolGate(GRAPHQL_OPERATION);

export type GraphqlParts = {
  // biome-ignore lint/suspicious/noExplicitAny: the endpoint serves reads of any shard state
  operations: readonly Operation<any>[];
  calls: Calls;
  docsUrl: string;
  /** False: graphql-js executes every query, and none is compiled. */
  compiles: boolean;
};

export type GraphqlEndpoint = {
  /** Takes one admitted request: its caller is known, and its address has paid from its budget. */
  answer(call: ProtocolCall, body: string): void;
  cache: QueryCache;
};

/** A question to the shard: the place of the record of `key`, which one input of one read names. */
type Question = { operation: AnyRead; inputKey: string; key: string };

/** One request whose query is ready. */
type Asked = { call: ProtocolCall; caller: ProductKeyCaller; request: GraphqlRequest; run: Run };

export function openGraphql(parts: GraphqlParts): GraphqlEndpoint {
  const schema: GraphQLSchema = schemaOf(parts.operations);
  const cache = openQueryCache(schema, { compiles: parts.compiles });
  const outcomes = openSnapshotCache();
  return {
    cache,
    answer(call, body) {
      const asked = prepare(parts, cache, call, body);
      if (asked === undefined) return;
      const { plan, variables } = asked.run;
      const inPool = runsInPool(plan, variables);
      const questions = questionsOf(plan, variables);
      const needs = { keys: questions.map(({ key }) => key) };
      parts.calls.whenReadable(
        call,
        placeOfKey(asked.caller),
        needs,
        ({ sequence, located: places }) => {
          const located = locatedOf(questions, places);
          if (inPool) executeInPool(parts, asked, located, sequence);
          else execute(parts, outcomes, asked, located);
        },
      );
    },
  };
}

/** Does everything before the reads. Returns undefined when the request was answered already. */
function prepare(
  { calls, docsUrl }: GraphqlParts,
  cache: QueryCache,
  call: ProtocolCall,
  body: string,
): Asked | undefined {
  if (!isJsonContent(call.contentType)) {
    if (calls.charge(call, 1)) call.refuseAs(415, refuseContentType(call.contentType));
    return undefined;
  }
  const request = requestOf(body);
  const query = request.refused ? request : cache.ready(request.query, request.operationName);
  // A query that cannot be priced costs one unit, as a refused REST request does.
  if (!calls.charge(call, query.refused ? 1 : query.rootFields)) return undefined;
  if (query.refused) return refuseRequest(docsUrl, call, query);
  if (request.refused) return refuseRequest(docsUrl, call, request);
  const raw = request.variables;
  const variables = query.variablesOf(raw);
  if (variables.refused) return refuseRequest(docsUrl, call, variables);
  if (!calls.permit(call, GRAPHQL_GATE)) return undefined;
  const { caller } = call;
  invariant(caller.kind === "product_key", "whoever may use GraphQL has a Product key");
  const { values } = variables;
  const run = { query, raw, variables: values, plan: query.planFor(values) };
  return { call, caller, request, run };
}

/** Loads, executes and prints in one synchronous step, so the snapshot cannot move meanwhile. */
function execute(
  { calls, docsUrl }: GraphqlParts,
  outcomes: SnapshotCache,
  { call, caller, run }: Asked,
  located: Located,
): void {
  const { shards, cursors, requestLog, nowMs, log } = calls.parts;
  const place = placeOfKey(caller);
  const view = viewAt(shards, place);
  const answer = runQuery(run, {
    snapshot: view.refreshed(),
    realm: view.realmNumberOf(place.realmKey),
    caller,
    cursors,
    located,
    requestLog,
    nowMs: nowMs(),
    timeLimit: { nowMs, readMsMax: EDGE_READ_MS_MAX },
    cache: outcomes,
    docsUrl,
  });
  if (answer.refused) {
    refuseRequest(docsUrl, call, answer);
    return;
  }
  for (const error of answer.faults) log.fault("a GraphQL field could not be read", error);
  call.respond(200, call.preferredType(RESPONSE_TYPES), answer.body, answer.code);
}

/** The same step in a reader thread, which has a snapshot of at least `sequence`. */
function executeInPool(
  { calls, docsUrl }: GraphqlParts,
  { call, caller, request: { query, operationName, variables } }: Asked,
  located: Located,
  sequence: number,
): void {
  const { shard, realmKey } = placeOfKey(caller);
  const task: GraphqlTask = {
    text: query,
    operationName,
    variables,
    caller,
    shard,
    realmKey,
    sequence,
    nowMs: calls.parts.nowMs(),
    located: [...located].flatMap(([{ id }, places]) =>
      [...places].map(([inputKey, place]) => [id, inputKey, place] as const),
    ),
    contentType: call.preferredType(RESPONSE_TYPES),
    docsUrl,
  };
  calls.runInPool(call, "graphql", task, (refusal) => refuseRequest(docsUrl, call, refusal));
}

/** The places of the records of keys that root fields name; a relation never names a key. */
function locatedOf(questions: readonly Question[], places: readonly Place[]): Located {
  const located = new Map<AnyRead, Map<string, Place>>();
  for (const [at, { operation, inputKey }] of questions.entries()) {
    const known = located.get(operation) ?? new Map<string, Place>();
    located.set(operation, known.set(inputKey, places[at] ?? 0));
  }
  return located;
}

function questionsOf(plan: readonly PlanNode[], variables: Variables): Question[] {
  return plan.flatMap(({ read, argumentsOf }) => {
    if (read?.operation.locate === undefined) return [];
    const input = inputOf(read, "", argumentsOf(variables));
    // A malformed input is refused when the query is loaded.
    if ("issues" in input) return [];
    const { operation } = read;
    return [{ operation, inputKey: input.key, key: operation.locate?.(input.value) ?? "" }];
  });
}

/** A refusal of the whole request, in the media type that the client prefers. */
function refuseRequest(docsUrl: string, call: ProtocolCall, refusal: Refusal): undefined {
  if (call.preferredType(REFUSAL_TYPES) === GRAPHQL_TYPE) {
    const body = requestErrorBody(refusal, { requestId: call.requestId, docsUrl });
    call.respond(400, GRAPHQL_TYPE, withoutCredentials(body), refusal.code);
  } else call.refuse(refusal);
  return undefined;
}
