/** The room `calls` as an edge uses it: put together of what the edge has opened. */
import { randomBytes } from "node:crypto";
import { codeDigests } from "../access/codes.ts";
import { openCursorCodec } from "../access/cursor.ts";
import { knownKey } from "../access/derived_key.ts";
import { currentPepper } from "../access/peppers.ts";
import { newChallenge, PROOF_KEY_LABEL } from "../access/proof_of_work.ts";
import { openRateLimiter } from "../access/rate_limit.ts";
import type { Approving } from "../calls/approval.ts";
import { Calls } from "../calls/calls.ts";
import type { FaultLog } from "../calls/failure.ts";
import type { FetchedDocument } from "../contract/declare/fetched_document.ts";
import type { ReachedThings } from "../contract/declare/reach.ts";
import type { Courier } from "../placement/courier.ts";
import type { ShardView } from "../views/shard_view.ts";
import { askedDocuments } from "./asked_documents.ts";
import type { EdgeCallers } from "./edge_callers.ts";
import { type EdgePools, poolByKind } from "./edge_pools.ts";
import type { EdgeRequests } from "./edge_requests.ts";
import type { ProofAnswer, ProofRequest } from "./prover_thread.ts";
import type { Rpc } from "./rpc.ts";
import type { EdgeThreadData } from "./worker_data.ts";

export type EdgeCallsParts = {
  rpc: Rpc;
  callers: EdgeCallers;
  /** Of all shards, by number. */
  couriers: ReadonlyMap<number, Courier>;
  views: ReadonlyMap<number, ShardView>;
  pools: EdgePools;
  requests: EdgeRequests | undefined;
  /** Which things of their company agents reach. */
  reaching: ReachedThings;
  /** What the approvals of agents' calls need of snapshots. */
  approvals: Pick<Approving, "seenRevision" | "seenNamed" | "consumedIn" | "notices">;
  log: FaultLog;
};

export function openEdgeCalls(data: EdgeThreadData, parts: EdgeCallsParts): Calls {
  const { rpc, callers, couriers, views, requests, reaching, approvals, log } = parts;
  const { credentials, peppers, passing } = callers;
  const { preparation } = data;
  const { digests } = codeDigests(peppers);
  return new Calls({
    credentials,
    limiter: openRateLimiter(data.rateMemory, data.rateLimits),
    cursors: openCursorCodec(data.keys.cursors, Date.now),
    shards: { couriers, views },
    readers: poolByKind(parts.pools),
    documents: askedDocuments(
      (url) => rpc.call<FetchedDocument>("fetchDocument", url),
      preparation,
    ),
    recorder: requests?.recorder,
    requestLog: requests?.view,
    digests,
    newChallenge: (nowMs) =>
      newChallenge(knownKey(currentPepper(peppers), PROOF_KEY_LABEL), nowMs, randomBytes),
    reaching,
    openPassing: passing.open,
    approving: { passing, digests, ...approvals, publicUrl: preparation.publicUrl },
    prove: (request: ProofRequest) => rpc.call<ProofAnswer>("prove", request),
    log,
    nowMs: Date.now,
  });
}
