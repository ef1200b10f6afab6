/** What a read is given to know, put together in one place for edges, reader threads and GraphQL. */
import type { CursorCodecs } from "../access/cursor.ts";
import type { Place } from "../base/id.ts";
import type { Caller } from "../contract/caller.ts";
import type { PastPoint, ReadContext } from "../contract/operation.ts";
import type { Principal } from "../contract/principal.ts";
import type { RequestLogReader } from "../contract/request_log.ts";
import { type Snapshot, SnapshotMemory } from "../contract/snapshot.ts";
import { type AnyOperation, isNowhere } from "./callable.ts";
import type { CallPlace } from "./place.ts";

/** When and where a read happens. */
export type ReadAt = {
  nowMs: number;
  /** Number of the scope; undefined while the shard has none for this Product and environment. */
  scope: number | undefined;
  located: Place;
  /** Undefined for what acts nowhere. */
  place: Pick<CallPlace, "principal" | "product"> | undefined;
  cursors: CursorCodecs;
  requestLog: RequestLogReader | undefined;
  past?: PastPoint | undefined;
  /** Of a stream: the position that it goes on from. */
  after?: string | undefined;
};

/** Whoever reads what acts nowhere: the walk of such a list is the same for everybody. */
const NOBODY: Principal = {
  principalId: "public",
  tenantId: "",
  productId: "",
  environment: "sandbox",
};

export function readContextOf(
  operation: Pick<AnyOperation, "id" | "type" | "acts" | "principals">,
  caller: Caller,
  { nowMs, scope, located, place, cursors, requestLog, past, after }: ReadAt,
): ReadContext {
  const at = isNowhere(operation) ? undefined : place;
  const principal = at?.principal ?? NOBODY;
  const { productId, tenantId, environment } = principal;
  const context: ReadContext = {
    nowMs,
    scope,
    principal,
    product: at?.product,
    caller,
    located,
    cursors: cursors.forWalk({
      operation: operation.id,
      owner: productId || tenantId,
      environment,
    }),
    requestLog,
  };
  if (past !== undefined) context.past = past;
  if (after !== undefined) context.after = after;
  return context;
}

/** What a public read sees: it answers from the contract, so there is nothing to see. */
export const NOTHING_TO_SEE: Snapshot = {
  memory: new SnapshotMemory(),
  sequence: 0,
  shard: 0,
  get: () => undefined,
  descend: () => [],
  ascend: () => [],
  newestRecord: () => 0,
  record: () => undefined,
  leaf: () => undefined,
};
