/**
 * `POST /v1/graphql`: read-only, over the same declarations, credentials and snapshots as REST.
 *
 *   body -> document known, or priced and validated -> its units from the budget -> variables
 *     -> Product -> what the shard must be asked -> the view has caught up
 * -> load, execute, print: one synchronous step at one snapshot; in the read pool for a query that
 *        may be large or has a read that REST runs in the pool, else on the edge
 *
 * The root fields of a member or an agent may name several Products: those of one target are read at
 * one snapshot of it, and the limits hold for all of them together.
 * Guarantees: what an answer has of one target belongs to one sequence, which it names; limits are
 * checked before any expensive work; nothing here touches a shard's memory.
 * Does not change anything: a mutation is refused before it is priced.
 */
import { withoutCredentials } from "../access/credential_text.ts";
import { environmentOf } from "../access/permission.ts";
import type { ProtocolCall } from "../calls/call.ts";
import type { Calls } from "../calls/calls.ts";
import { isJsonContent } from "../calls/json_input.ts";
import { shardIn, targetOfKey, viewAt } from "../calls/target.ts";
import type { Caller, ProductKeyCaller } from "../contract/declare/caller.ts";
import type { Operation } from "../contract/declare/operation.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";
import type { Located, RealmMoments } from "./graphql_reads.ts";
import {
  type GraphqlTask,
  groupTasks,
  type Run,
  type RunAnswer,
  runGroups,
  runQuery,
} from "./graphql_run.ts";
import {
  GRAPHQL_GATE,
  GRAPHQL_TYPE,
  type GraphqlRequest,
  REFUSAL_TYPES,
  RESPONSE_TYPES,
  refuseContentType,
  requestErrorBody,
  requestOf,
} from "./http_shapes.ts";
import { EDGE_READ_MS_MAX } from "./limits.ts";
import { openQueryCache, type QueryCache } from "./query_cache.ts";
import { locatedOf, questionsOf } from "./questions.ts";
import { type TargetedRoots, whenRootTargetsFound } from "./root_targets.ts";
import { schemaOf } from "./schema.ts";
import { openSnapshotCache, type SnapshotCache } from "./snapshot_cache.ts";
import { runsInPool } from "./weight.ts";

export type GraphqlParts = {
  // biome-ignore lint/suspicious/noExplicitAny: the endpoint serves reads of any shard state
  operations: readonly Operation<any>[];
  calls: Calls;
  docsUrl: string;
  moments: RealmMoments;
  /** False: graphql-js executes every query, and none is compiled. */
  compiles: boolean;
};

export type GraphqlEndpoint = {
  /** Takes one admitted request: its caller is known, and its address has paid from its budget. */
  answer(call: ProtocolCall, body: string): void;
};

/** One request whose query is ready. */
type Asked<C = Caller> = { call: ProtocolCall; caller: C; request: GraphqlRequest; run: Run };

/** The endpoint of one thread, with its caches of queries and of outcomes. Makes the schema at once. */
export function openGraphql(parts: GraphqlParts): GraphqlEndpoint {
  const cache = openQueryCache(schemaOf(parts.operations), { compiles: parts.compiles });
  const outcomes = openSnapshotCache();
  return {
    answer(call, body) {
      const asked = prepare(parts, cache, call, body);
      if (asked === undefined) return;
      if (isOfKey(asked) && !asksOfCompany(asked)) answerKey(parts, outcomes, asked);
      else answerByPlaces(parts, asked);
    },
  };
}

function isOfKey(asked: Asked): asked is Asked<ProductKeyCaller> {
  return asked.caller.kind === "product_key";
}

/** Whether a root field reads what belongs to the company, which is on another shard than the Product. */
function asksOfCompany({ run: { plan } }: Asked): boolean {
  return plan.some(({ read }) => read?.operation.acts?.on === "tenant");
}

/** What a Product key asks of its Product has one target: everything is read from one snapshot of it. */
function answerKey(
  parts: GraphqlParts,
  outcomes: SnapshotCache,
  asked: Asked<ProductKeyCaller>,
): void {
  const { plan, variables } = asked.run;
  const inPool = runsInPool(plan, variables);
  const questions = questionsOf(plan, variables);
  const needs = { keys: questions.map(({ key }) => key) };
  const place = targetOfKey(asked.caller);
  parts.calls.whenReadable(asked.call, place, needs, ({ sequence, located: places }) => {
    const located = locatedOf(questions, places);
    if (!inPool) {
      execute(parts, outcomes, asked, located);
      return;
    }
    const group = { roots: [...plan.keys()], place, sequence, located };
    executeInPool(parts, asked, { groups: [group], refused: [] });
  });
}

/**
 * A member or an agent names the Product, or an id of it, in each root field; of a Product key some field is
 * about the company.
 */
function answerByPlaces(parts: GraphqlParts, asked: Asked): void {
  const { calls, docsUrl } = parts;
  const { call, caller, run } = asked;
  const environment = environmentOf(caller, call.environment);
  const malformed = whenRootTargetsFound(calls, call, run, environment, (placed) => {
    const targets = placed.groups.flatMap(({ place }) => place ?? []);
    if (!isOfKey(asked)) call.targets = targets;
    const inPool = targets.length > 0 && runsInPool(run.plan, run.variables);
    if (inPool) executeInPool(parts, asked, placed);
    else executeGroups(parts, asked, placed);
  });
  if (malformed !== undefined) refuseRequest(docsUrl, call, malformed);
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
  const { values } = variables;
  const run = { query, raw, variables: values, plan: query.planFor(values) };
  return { call, caller: call.caller, request, run };
}

/** Loads, executes and prints in one synchronous step, so the snapshot cannot move meanwhile. */
function execute(
  { calls, docsUrl, moments }: GraphqlParts,
  outcomes: SnapshotCache,
  { call, caller, run }: Asked<ProductKeyCaller>,
  located: Located,
): void {
  const { shards, cursors, requestLog, nowMs } = calls.parts;
  const place = targetOfKey(caller);
  const view = viewAt(shards, place);
  const answer = runQuery(run, {
    snapshot: view.refreshed(),
    realm: view.realmNumberOf(place.realmKey),
    caller,
    place,
    environment: caller.principal.environment,
    cursors,
    located,
    moments,
    requestLog,
    nowMs: nowMs(),
    timeLimit: { nowMs, readMsMax: EDGE_READ_MS_MAX },
    cache: outcomes,
    docsUrl,
  });
  respond(calls, docsUrl, call, answer);
}

/** Executes and answers for a caller with several Products, at the snapshots of all targets that the query names. */
function executeGroups(
  { calls, docsUrl, moments }: GraphqlParts,
  { call, caller, run }: Asked,
  placed: TargetedRoots,
): void {
  const { shards, cursors, requestLog, nowMs } = calls.parts;
  const answer = runGroups(run, placed, {
    caller,
    environment: environmentOf(caller, call.environment),
    cursors,
    moments,
    requestLog,
    nowMs: nowMs(),
    timeLimit: { nowMs, readMsMax: EDGE_READ_MS_MAX },
    docsUrl,
    snapshotAt(place) {
      const view = viewAt(shards, place);
      return { snapshot: view.refreshed(), realm: view.realmNumberOf(place.realmKey) };
    },
    shardAt: (shard) => shardIn(shards, shard),
  });
  respond(calls, docsUrl, call, answer);
}

function respond(
  { parts: { log } }: Calls,
  docsUrl: string,
  call: ProtocolCall,
  answer: RunAnswer | Refusal,
): void {
  if (answer.refused) {
    refuseRequest(docsUrl, call, answer);
    return;
  }
  for (const error of answer.faults) log.fault("a GraphQL field could not be read", error);
  call.respond(200, call.preferredType(RESPONSE_TYPES), answer.body, answer.code);
}

/** Executes in a reader thread, which has snapshots of at least the groups' sequences, and answers. */
function executeInPool(
  { calls, docsUrl }: GraphqlParts,
  { call, caller, request: { query, operationName, variables } }: Asked,
  { groups, refused }: TargetedRoots,
): void {
  const task: GraphqlTask = {
    text: query,
    operationName,
    variables,
    caller,
    environment: environmentOf(caller, call.environment),
    ...groupTasks(groups, refused),
    nowMs: calls.parts.nowMs(),
    contentType: call.preferredType(RESPONSE_TYPES),
    docsUrl,
  };
  calls.runInPool(call, "graphql", task, (refusal) => refuseRequest(docsUrl, call, refusal));
}

/** A refusal of the whole request, in the media type that the client prefers. */
function refuseRequest(docsUrl: string, call: ProtocolCall, refusal: Refusal): undefined {
  if (call.preferredType(REFUSAL_TYPES) === GRAPHQL_TYPE) {
    const body = requestErrorBody(refusal, { requestId: call.requestId, docsUrl });
    call.respond(400, GRAPHQL_TYPE, withoutCredentials(body), refusal.code);
  } else call.refuse(refusal);
  return undefined;
}
