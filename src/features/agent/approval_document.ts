/**
 * A request of an agent that a person has to approve, as the platform shard keeps it in the company's realm: what
 * was asked for, what it was asked about, and what came of it.
 */
import type { ApprovalStatus, BoundRevision } from "../../contract/declare/approval.ts";
import type { CallOrigin } from "../../contract/declare/preparation.ts";
import type { Environment } from "../../contract/declare/principal.ts";
import type { HiddenValue } from "../../contract/declare/shown_arguments.ts";

/** Why an approval expired: its time was over, what it binds has changed, or the grant has ended. */
export const APPROVAL_ENDS = ["time", "changed", "grant_ended"] as const;
export type ApprovalEnd = (typeof APPROVAL_ENDS)[number];

export type AgentApprovalDocument = {
  realm: number;
  agentApprovalId: string;
  tenantId: string;
  agentMemberId: string;
  agentGrantId: string;
  /** The person on whose behalf the agent asks. */
  delegatorUserId: string;
  /** The id of the operation. */
  operation: string;
  /** The environment that the request names. */
  environment: Environment;
  /** The input, without what its schemas mark as personal or secret. */
  arguments: Readonly<Record<string, unknown>>;
  /** The places of what was left out; absent of approvals of before. */
  hiddenValues?: readonly HiddenValue[];
  /**
   * The input with its personal values and without its secret ones, sealed for `argumentsDigest` under a key that is in
   * memory alone and there for twenty minutes at most. Absent where there are none, and once nothing can be decided.
   */
  sealedArguments?: string;
  /** Of the whole request, under a key of the data directory. */
  argumentsDigest: string;
  productId?: string;
  buildDigest?: string;
  revisions: readonly BoundRevision[];
  idempotencyKey: string;
  approvalUrl: string;
  origin: CallOrigin;
  /** What time alone changes is noted later: `expiresAtMs` is what counts. */
  status: ApprovalStatus;
  endedBecause?: ApprovalEnd;
  requestedAtMs: number;
  expiresAtMs: number;
  decidedByUserId?: string;
  decidedAtMs?: number;
  /** Why a person said no. */
  reason?: string;
  consumedAtMs?: number;
};

export type StoredApproval = Omit<AgentApprovalDocument, "realm">;

/** The status as of now. */
export function statusOfApproval(
  { status, expiresAtMs }: Pick<StoredApproval, "status" | "expiresAtMs">,
  nowMs: number,
): ApprovalStatus {
  const isOpen = status === "pending" || status === "approved";
  return isOpen && nowMs >= expiresAtMs ? "expired" : status;
}

/** Whether something may still come of it, as far as it was noted. */
export function isOpenApproval({ status }: Pick<StoredApproval, "status">): boolean {
  return status === "pending" || status === "approved";
}

/** The most requests of a grant that wait for a person at a time. */
export const PENDING_MAX = 20;
/** A mail at most so often for one grant, milliseconds: the page shows the others. */
export const MAILED_EVERY_MS = 60_000;
