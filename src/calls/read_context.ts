/** Builds the context of a read, for edges, reader threads and GraphQL. */
import type { CursorCodecs } from "../access/cursor.ts";
import type { Place } from "../base/id.ts";
import type { Caller } from "../contract/declare/caller.ts";
import type { PastPoint, ReadContext } from "../contract/declare/operation.ts";
import type { Environment, Principal } from "../contract/declare/principal.ts";
import type { RequestLogReader } from "../contract/messages/request_log.ts";
import { type Snapshot, SnapshotMemory } from "../contract/tables/snapshot.ts";
import { type AnyOperation, actsOnNoShard } from "./callable.ts";
import type { CallTarget } from "./target.ts";

/** When and where a read happens. */
export type ReadAt = {
  nowMs: number;
  /** Number of the realm; undefined while the shard has none for this Product and environment. */
  realm: number | undefined;
  located: Place;
  /** Undefined for a read that acts on no shard. */
  place: Pick<CallTarget, "principal" | "product"> | undefined;
  /** The environment that is asked for. */
  environment: Environment;
  cursors: CursorCodecs;
  requestLog: RequestLogReader | undefined;
  past?: PastPoint | undefined;
  /** The position after which a stream continues. */
  after?: string | undefined;
  newChallenge?: ReadContext["newChallenge"] | undefined;
  digests?: ReadContext["digests"];
  openPassing?: ReadContext["openPassing"];
  shardAt?: ReadContext["shardAt"];
  files?: ReadContext["files"];
};

/**
 * The principal of reads that act on no shard: the walk of such a list is the same for everybody.
 */
const PUBLIC_PRINCIPAL: Principal = {
  principalId: "public",
  tenantId: "",
  productId: "",
  environment: "sandbox",
};

/** The context of one read. A read that acts on no shard gets no Product and no realm. */
export function readContextOf(
  operation: Pick<AnyOperation, "id" | "type" | "acts" | "principals" | "limitsGuesses">,
  caller: Caller,
  { nowMs, realm, located, place, environment: asked, cursors, requestLog, ...more }: ReadAt,
): ReadContext {
  const at = actsOnNoShard(operation) ? undefined : place;
  const principal = at?.principal ?? PUBLIC_PRINCIPAL;
  const { productId, tenantId, environment } = principal;
  const context: ReadContext = {
    nowMs,
    realm,
    principal,
    environment: asked,
    product: at?.product,
    caller,
    located,
    cursors: cursors.forWalk({
      operation: operation.id,
      owner: at === undefined ? "" : productId || tenantId || personOf(caller),
      environment,
      realm: at === undefined ? undefined : realm,
    }),
    requestLog,
  };
  const { past, after, newChallenge, digests, openPassing, shardAt, files } = more;
  if (digests !== undefined && operation.limitsGuesses !== undefined) context.digests = digests;
  if (openPassing !== undefined) context.openPassing = openPassing;
  if (shardAt !== undefined) context.shardAt = shardAt;
  if (files !== undefined) context.files = files;
  if (newChallenge !== undefined) context.newChallenge = newChallenge;
  if (past !== undefined) context.past = past;
  if (after !== undefined) context.after = after;
  return context;
}

/** On the platform's own realm a walk is the person's who asks. */
function personOf(caller: Caller): string {
  return caller.kind === "session" || caller.kind === "token" ? caller.userId : "";
}

/** The snapshot of a read that acts on no shard: such a read answers from the contract. */
export const EMPTY_SNAPSHOT: Snapshot = {
  memory: new SnapshotMemory(),
  sequence: 0,
  shard: 0,
  get: () => undefined,
  descend: () => [],
  ascend: () => [],
  newestRecord: () => 0,
  record: () => undefined,
  pointAt: () => false,
  leaf: () => undefined,
};
