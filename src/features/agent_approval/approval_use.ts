/**
 * The use of an approval: what goes with the call that it lets through, and which of those that were consumed a
 * repeated call may go on with.
 */
import { isoTime } from "../../base/iso_time.ts";
import type { Bound, ConsumedApproval } from "../../contract/approval.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import type { StoredApproval } from "../agent/approval_document.ts";
import { foundRequest } from "../agent/approval_resource.ts";
import { announcedOperation } from "../operation_ids.ts";

/**
 * A write goes on to its shard, which gives the recorded answer again, or runs it now where a crash came between
 * the two: with what the approval binds, so once and unchanged. A read has been answered, or its client asks anew.
 */
export function mayGoOn({ operation, expiresAtMs }: StoredApproval, nowMs: number): boolean {
  return announcedOperation(operation)?.type === "write" && nowMs < expiresAtMs;
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

/**
 * The approval of a write that was consumed and that the same request goes on with, as a snapshot of the platform
 * shard shows it. What is consumed stays so: an old snapshot says it as well as a new one.
 */
export function consumedApprovalIn(
  snapshot: Snapshot,
  request: Pick<StoredApproval, "agentGrantId" | "idempotencyKey">,
  nowMs: number,
): ConsumedApproval | undefined {
  const approval = foundRequest(snapshot, request);
  if (approval?.status !== "consumed" || !mayGoOn(approval, nowMs)) return undefined;
  return { argumentsDigest: approval.argumentsDigest, bound: boundOf(approval) };
}
