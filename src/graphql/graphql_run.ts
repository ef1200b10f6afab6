/**
 * Runs a ready query at its snapshots: loads, executes and prints in one synchronous step. Edges and
 * the read pool use the same step. The query of a Product key reads one snapshot; that of a caller
 * with several Products reads one snapshot for each target that its root fields name.
 */
import type { GraphQLError } from "graphql";
import type { CursorCodecs } from "../access/cursor.ts";
import type { Place } from "../base/id.ts";
import { invariant } from "../base/invariant.ts";
import type { AnyRead } from "../calls/callable.ts";
import { EMPTY_SNAPSHOT } from "../calls/read_context.ts";
import type { CallTarget } from "../calls/target.ts";
import type { Caller } from "../contract/declare/caller.ts";
import type { Operation } from "../contract/declare/operation.ts";
import type { Environment } from "../contract/declare/principal.ts";
import type { RequestLogReader } from "../contract/messages/request_log.ts";
import type { ErrorCode } from "../contract/refusals/error_catalog.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";
import { type Located, type ReadingParts, type RealmMoments, readsOf } from "./graphql_reads.ts";
import { firstCode, type ReadMoments, resultBody } from "./http_shapes.ts";
import { POOL_READ_MS_MAX } from "./limits.ts";
import { type Loaded, load, type Store, type TimeLimit } from "./load.ts";
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

/** Runs a query whose fields all have one target. */
export function runQuery(run: Run, at: RunAt): RunAnswer | Refusal<"invalid_request"> {
  const loaded = load(run.plan, run.variables, readsOf(at), at.timeLimit);
  if (loaded.refused) return loaded;
  const sequence = at.moments.newestEvent(at.snapshot, at.place?.realmKey ?? "");
  return answerOf(run, loaded, { sequence }, at.docsUrl);
}

function answerOf(
  { query, raw }: Run,
  { answers }: Loaded,
  extensions: ReadMoments,
  docsUrl: string,
): RunAnswer {
  const result = query.execute(answers, raw);
  const faults: GraphQLError[] = [];
  const body = resultBody(result, { extensions, docsUrl }, (error) => faults.push(error));
  return { refused: false, body, code: firstCode(result), faults };
}

/** Root fields of one target: their numbers in the plan; without a target they act on no shard. */
export type RootGroup = {
  roots: number[];
  place: CallTarget | undefined;
  /** A frame that the snapshot must contain; 0 without a target. */
  sequence: number;
  located: Located;
};

/** A root field that has no target: its outcome is the refusal. */
export type RefusedRoot = { operation: AnyRead; inputKey: string; refusal: Refusal };

/** What the groups of one query have in common. */
export type GroupsAt = Omit<RunAt, "snapshot" | "realm" | "place" | "located" | "cache"> & {
  /** The snapshot of a target, and its realm there. */
  snapshotAt(place: CallTarget, sequence: number): Pick<RunAt, "snapshot" | "realm" | "files">;
};

/** Runs a query of a caller with several Products: each group of root fields at its own snapshot. */
export function runGroups(
  run: Run,
  { groups, refused }: { groups: readonly RootGroup[]; refused: readonly RefusedRoot[] },
  at: GroupsAt,
): RunAnswer | Refusal<"invalid_request"> {
  const { timeLimit, docsUrl, snapshotAt } = at;
  let loaded = loadedOf(refused, timeLimit);
  const sequences: Record<string, number> = {};
  for (const { roots, place, sequence, located } of groups) {
    const seen =
      place === undefined
        ? { snapshot: EMPTY_SNAPSHOT, realm: undefined }
        : snapshotAt(place, sequence);
    const { snapshot } = seen;
    const nodes = roots.map((root) => run.plan[root] as PlanNode);
    const reads = readsOf({ ...at, ...seen, place, located });
    const more = load(nodes, run.variables, reads, timeLimit, loaded);
    if (more.refused) return more;
    loaded = more;
    if (place === undefined) continue;
    sequences[nameOf(place)] = at.moments.newestEvent(snapshot, place.realmKey);
  }
  const [only, ...others] = Object.values(sequences);
  const isOfOne = only !== undefined && others.length === 0;
  const extensions = { ...(isOfOne && { sequence: only }), sequences };
  return answerOf(run, loaded, extensions, docsUrl);
}

function nameOf({ principal: { productId }, realmKey }: CallTarget): string {
  return productId === "" ? realmKey : productId;
}

/** What is known before anything is read: the refusals of root fields without a target. */
function loadedOf(refused: readonly RefusedRoot[], { nowMs, readMsMax }: TimeLimit): Loaded {
  const store: Store = new Map();
  for (const { operation, inputKey, refusal } of refused) {
    const outcomes = store.get(operation) ?? new Map();
    store.set(operation, outcomes.set(inputKey, refusal));
  }
  const answers: Loaded["answers"] = {
    outcomeOf: ({ operation }, key) => outcomeIn(operation, key),
  };
  const outcomeIn = (operation: AnyRead, key: string) => {
    const outcome = store.get(operation)?.get(key);
    invariant(outcome !== undefined, "a root field without a group was refused");
    return outcome;
  };
  const counts = { batches: 0, reads: 0, nestedReads: 0, objects: 0 };
  return { refused: false, answers, store, endsMs: nowMs() + readMsMax, ...counts };
}

/** A group as an edge hands it to a reader thread. */
type GroupTask = Omit<RootGroup, "located"> & { located: LocatedTask };
type LocatedTask = (readonly [operationId: string, inputKey: string, place: Place])[];

/** What an edge hands to a reader thread for one query; it can be cloned from thread to thread. */
export type GraphqlTask = {
  text: string;
  operationName: string | undefined;
  variables: Variables;
  caller: Caller;
  environment: Environment;
  /** The shard of one of the groups, and the frame that its snapshot must contain. */
  shard: number;
  sequence: number;
  /** All fields of a query of a Product key are one group, unless some are about its company. */
  groups: GroupTask[];
  refused: { operationId: string; inputKey: string; refusal: Refusal }[];
  nowMs: number;
  /** Media type of the answer. */
  contentType: string;
  /** Address of the pages that explain the codes. */
  docsUrl: string;
};

/** The groups and refusals of a query in the form of a task; at least one group has a target. */
export function groupTasks(
  groups: readonly RootGroup[],
  refused: readonly RefusedRoot[],
): Pick<GraphqlTask, "shard" | "sequence" | "groups" | "refused"> {
  const first = groups.find(({ place }) => place !== undefined);
  invariant(first?.place !== undefined, "a query in the read pool reads at a place");
  return {
    shard: first.place.shard,
    sequence: first.sequence,
    groups: groups.map((group) => ({
      ...group,
      located: [...group.located].flatMap(([{ id }, places]) =>
        [...places].map(([inputKey, place]) => [id, inputKey, place] as const),
      ),
    })),
    refused: refused.map(({ operation: { id: operationId }, inputKey, refusal }) => ({
      operationId,
      inputKey,
      refusal,
    })),
  };
}

/** Runs tasks in a reader thread, which has a cache of queries of its own. */
export function openGraphqlRunner({
  operations,
  ...parts
}: {
  // biome-ignore lint/suspicious/noExplicitAny: reads of any shard state
  operations: readonly Operation<any>[];
  cursors: CursorCodecs;
  moments: RealmMoments;
  requestLog: RequestLogReader | undefined;
}): (
  task: GraphqlTask,
  snapshots: Pick<GroupsAt, "snapshotAt" | "shardAt">,
) => RunAnswer | Refusal<"invalid_request"> {
  const cache = openQueryCache(schemaOf(operations), { compiles: true });
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const readOf = (operationId: string) => byId.get(operationId) as AnyRead;
  function locatedOf(tasks: LocatedTask): Located {
    const located = new Map<AnyRead, Map<string, Place>>();
    for (const [operationId, inputKey, place] of tasks) {
      const operation = readOf(operationId);
      located.set(operation, (located.get(operation) ?? new Map()).set(inputKey, place));
    }
    return located;
  }
  return (task, { snapshotAt, shardAt }) => {
    const query = cache.ready(task.text, task.operationName);
    if (query.refused) return query;
    const variables = query.variablesOf(task.variables);
    if (variables.refused) return variables;
    const { values } = variables;
    const run = { query, raw: task.variables, variables: values, plan: query.planFor(values) };
    const { caller, environment, nowMs, docsUrl } = task;
    const timeLimit = { nowMs: Date.now, readMsMax: POOL_READ_MS_MAX };
    const at = { ...parts, caller, environment, nowMs, timeLimit, docsUrl };
    const groups = task.groups.map((group) => ({ ...group, located: locatedOf(group.located) }));
    const [first] = groups;
    if (caller.kind === "product_key" && groups.length === 1 && first?.place?.principal.productId) {
      const { place, located, sequence } = first;
      return runQuery(run, { ...at, ...snapshotAt(place, sequence), place, located });
    }
    const refused = task.refused.map(({ operationId, ...one }) => ({
      ...one,
      operation: readOf(operationId),
    }));
    return runGroups(run, { groups, refused }, { ...at, snapshotAt, shardAt });
  };
}
