/** The facts about approvals: each carries the whole document as it is afterwards. */
import { type EventsByKind, noEvents, oneEvent } from "../../contract/declare/event.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { putInCompany } from "../platform/company_documents.ts";
import type { AgentState } from "./agent_state.ts";
import type { AgentApprovalDocument, ApprovalEnd, StoredApproval } from "./approval_document.ts";

export type AgentApprovalFact = Fact & {
  kind:
    | "agent_approval.requested.1"
    | "agent_approval.shown_again.1"
    | "agent_approval.approved.1"
    | "agent_approval.denied.1"
    | "agent_approval.expired.1"
    | "agent_approval.consumed.1";
  agentApproval: StoredApproval;
};

export const approvalFacts: Record<AgentApprovalFact["kind"], Apply<AgentState>> = {
  "agent_approval.requested.1": putApproval,
  "agent_approval.shown_again.1": putApproval,
  "agent_approval.approved.1": putApproval,
  "agent_approval.denied.1": putApproval,
  "agent_approval.expired.1": putApproval,
  "agent_approval.consumed.1": putApproval,
};

const ofApproval = {
  resourceIdOf: ({ agentApproval }: AgentApprovalFact) => agentApproval.agentApprovalId,
};

/** In the realms of companies they are only counted; the live realms of Products are told of them. */
export const approvalFactEvents: EventsByKind = {
  "agent_approval.requested.1": oneEvent("agent_approval.requested", ofApproval),
  "agent_approval.shown_again.1": noEvents,
  "agent_approval.approved.1": oneEvent("agent_approval.approved", ofApproval),
  "agent_approval.denied.1": oneEvent("agent_approval.denied", ofApproval),
  "agent_approval.expired.1": oneEvent("agent_approval.expired", ofApproval),
  "agent_approval.consumed.1": oneEvent("agent_approval.consumed", ofApproval),
};

function putApproval(state: AgentState, fact: Fact): void {
  const { agentApproval } = fact as AgentApprovalFact;
  putInCompany(state, state.agentApprovals, agentApproval.agentApprovalId, agentApproval);
}

type Before = AgentApprovalDocument | StoredApproval;

export function requestedApproval(agentApproval: StoredApproval): AgentApprovalFact {
  return { kind: "agent_approval.requested.1", agentApproval };
}

/**
 * The request was sent again, after the key was gone that its personal values were sealed under.
 * `argumentsDigest`: under the current pepper, for which the arguments are sealed.
 */
export function shownAgainApproval(
  before: Before,
  sealed: Pick<Before, "argumentsDigest"> & { sealedArguments: string },
): AgentApprovalFact {
  const agentApproval = { ...stored(before), ...sealed };
  return { kind: "agent_approval.shown_again.1", agentApproval };
}

/** What a person decided. */
export function decidedApproval(
  before: Before,
  status: "approved" | "denied",
  { userId, nowMs, reason }: { userId: string; nowMs: number; reason?: string | undefined },
): AgentApprovalFact {
  const decided = { status, decidedByUserId: userId, decidedAtMs: nowMs };
  return {
    kind: `agent_approval.${status}.1`,
    agentApproval: {
      ...(status === "approved" ? stored : ended)(before),
      ...decided,
      ...(reason !== undefined && { reason }),
    },
  };
}

export function expiredApproval(before: Before, endedBecause: ApprovalEnd): AgentApprovalFact {
  const expired = { status: "expired" as const, endedBecause };
  return { kind: "agent_approval.expired.1", agentApproval: { ...ended(before), ...expired } };
}

export function consumedApproval(before: Before, nowMs: number): AgentApprovalFact {
  const consumed = { status: "consumed" as const, consumedAtMs: nowMs };
  return { kind: "agent_approval.consumed.1", agentApproval: { ...ended(before), ...consumed } };
}

function stored(before: Before): StoredApproval {
  const { realm: _, ...rest } = before as AgentApprovalDocument;
  return rest;
}

/** Nobody decides about it any more, so what was kept apart for that is not kept. */
function ended(before: Before): StoredApproval {
  const { sealedArguments: _, ...rest } = stored(before);
  return rest;
}
