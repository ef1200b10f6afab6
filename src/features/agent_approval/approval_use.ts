/**
 * The use of an approval: what goes with the call that it lets through, and which of those that were consumed a
 * repeated call may go on with.
 */
import { isoTime } from "../../base/iso_time.ts";
import { LruMap } from "../../base/lru_map.ts";
import type { Bound, ConsumedApproval } from "../../contract/declare/approval.ts";
import type { MemoryKey, Snapshot } from "../../contract/tables/snapshot.ts";
import type { StoredApproval } from "../agent/approval_document.ts";
import { foundRequest, requestBy } from "../agent/approval_resource.ts";
import { announcedOperation } from "../operation_ids.ts";

/**
 * A write goes on to its shard, which gives the recorded answer again, or runs it now where a crash came between
 * the two: with what the approval binds, so once and unchanged. A read has been answered, or its client asks anew.
 */
export function mayGoOn(approval: StoredApproval, nowMs: number): boolean {
  return isOfWrite(approval) && nowMs < approval.expiresAtMs;
}

function isOfWrite({ operation }: StoredApproval): boolean {
  return announcedOperation(operation)?.type === "write";
}

/** What goes with the call to its shard, which compares it again. */
export function boundOf(approval: StoredApproval): Bound {
  const { buildDigest, revisions } = approval;
  return { ...named(approval), ...(buildDigest !== undefined && { buildDigest }), revisions };
}

/** How refusals and calls name the approval. */
export function named({ agentApprovalId, approvalUrl, expiresAtMs }: StoredApproval) {
  return { agentApprovalId, approvalUrl, expiresAt: isoTime(expiresAtMs) };
}

/** How many consumed approvals a thread keeps, and the most characters of them together. */
const KEPT_MAX = 4_096;
const KEPT_CHARS_MAX = 4 * 2 ** 20;
/** What is consumed stays so: it is kept whatever the snapshot moves to. */
const CONSUMED: MemoryKey<LruMap<ConsumedApproval>> = {};

/**
 * The approval of a write that was consumed and that the same request goes on with, as a snapshot of the platform
 * shard shows it. An old snapshot says it as well as a new one.
 */
export function consumedApprovalIn(
  snapshot: Snapshot,
  request: Pick<StoredApproval, "agentGrantId" | "idempotencyKey">,
  nowMs: number,
): ConsumedApproval | undefined {
  const kept = snapshot.memory.lasting(
    CONSUMED,
    () => new LruMap<ConsumedApproval>({ countMax: KEPT_MAX, weightMax: KEPT_CHARS_MAX }),
  );
  const key = requestBy(request);
  let known = kept.get(key);
  if (known === undefined) {
    known = readConsumed(snapshot, request);
    if (known !== undefined) kept.set(key, known, key.length + known.boundText.length);
  }
  return known !== undefined && nowMs < known.expiresAtMs ? known : undefined;
}

function readConsumed(
  snapshot: Snapshot,
  request: Parameters<typeof foundRequest>[1],
): ConsumedApproval | undefined {
  const approval = foundRequest(snapshot, request);
  if (approval?.status !== "consumed" || !isOfWrite(approval)) return undefined;
  const { argumentsDigest, expiresAtMs } = approval;
  return { argumentsDigest, expiresAtMs, boundText: JSON.stringify(boundOf(approval)) };
}
