/** What becomes of approvals. */
import type { FactOf } from "../noun.ts";
import type { AgentApprovalDocument, ApprovalEnd, StoredApproval } from "./approval_document.ts";
import { agentApprovals } from "./approval_noun.ts";

export type AgentApprovalFact = FactOf<typeof agentApprovals>;

type Before = AgentApprovalDocument | StoredApproval;

export function requestedApproval(agentApproval: StoredApproval): AgentApprovalFact {
  return agentApprovals.fact("requested", agentApproval);
}

/**
 * The request was sent again, after the key was gone that its personal values were sealed under.
 * `argumentsDigest`: under the current pepper, for which the arguments are sealed.
 */
export function shownAgainApproval(
  before: Before,
  sealed: Pick<Before, "argumentsDigest"> & { sealedArguments: string },
): AgentApprovalFact {
  return agentApprovals.fact("shown_again", { ...before, ...sealed });
}

/** What a person decided. */
export function decidedApproval(
  before: Before,
  status: "approved" | "denied",
  { userId, nowMs, reason }: { userId: string; nowMs: number; reason?: string | undefined },
): AgentApprovalFact {
  const decided = { status, decidedByUserId: userId, decidedAtMs: nowMs };
  return agentApprovals.fact(status, {
    ...(status === "approved" ? before : ended(before)),
    ...decided,
    ...(reason !== undefined && { reason }),
  });
}

export function expiredApproval(before: Before, endedBecause: ApprovalEnd): AgentApprovalFact {
  return agentApprovals.fact("expired", { ...ended(before), status: "expired", endedBecause });
}

export function consumedApproval(before: Before, nowMs: number): AgentApprovalFact {
  const consumed = { status: "consumed" as const, consumedAtMs: nowMs };
  return agentApprovals.fact("consumed", { ...ended(before), ...consumed });
}

/** Nobody decides about it any more, so what was kept apart for that is not kept. */
function ended(before: Before): StoredApproval {
  const { sealedArguments: _, ...rest } = before;
  return rest;
}
