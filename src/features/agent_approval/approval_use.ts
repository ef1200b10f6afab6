/**
 * The use of an approval: what the approved call carries to its shard, and which consumed approvals a repeated call may
 * use again.
 */
import { isoTime } from "../../base/iso_time.ts";
import { LruMap } from "../../base/lru_map.ts";
import type { Bound, ConsumedApproval } from "../../contract/declare/approval.ts";
import type { MemoryKey, Snapshot } from "../../contract/tables/snapshot.ts";
import type { StoredApproval } from "../agent/approval_document.ts";
import { foundRequest, requestBy } from "../agent/approval_noun.ts";
import { announcedOperation } from "../announced.ts";

/**
 * Whether a repeated call may use the consumed approval. A write may: its shard gives the recorded answer again, or runs
 * the write now where a crash came between approval and write; it runs once and unchanged, because the approval binds
 * it. A read may not: it was answered, or its client asks for a new approval.
 */
export function mayGoOn(approval: StoredApproval, nowMs: number): boolean {
  return isOfWrite(approval) && nowMs < approval.expiresAtMs;
}

function isOfWrite({ operation }: StoredApproval): boolean {
  return announcedOperation(operation)?.type === "write";
}

/** What the call carries to its shard, which compares it with its own state. */
export function boundOf(approval: StoredApproval): Bound {
  const { buildDigest, revisions } = approval;
  return { ...named(approval), ...(buildDigest !== undefined && { buildDigest }), revisions };
}

/** The fields by which refusals and calls name the approval; the time is ISO 8601. */
export function named({ agentApprovalId, approvalUrl, expiresAtMs }: StoredApproval) {
  return { agentApprovalId, approvalUrl, expiresAt: isoTime(expiresAtMs) };
}

/** How many consumed approvals a thread keeps, and the most characters of them together. */
const KEPT_MAX = 4_096;
const KEPT_CHARS_MAX = 4 * 2 ** 20;
/** Consumed approvals never change, so they are kept for snapshots of any sequence. */
const CONSUMED: MemoryKey<LruMap<ConsumedApproval>> = {};

/**
 * The consumed approval of a write that this request repeats, as a snapshot of the platform shard shows it; undefined
 * where there is none. A snapshot of any age gives the right answer.
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
