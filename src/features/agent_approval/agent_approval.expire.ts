/**
 * agent_approval.expire: a step of the platform when the ten minutes of a request are over. No caller reaches it. The
 * status follows from the time whether or not the step ran; the step makes the event.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import type { AgentState } from "../agent/agent_state.ts";
import { isOpenApproval, statusOfApproval } from "../agent/approval_document.ts";
import { expiredApproval } from "../agent/approval_facts.ts";
import { agentApprovalNotFound } from "../agent/approval_noun.ts";
import { AgentApproval } from "../agent/approval_schema.ts";
import { shownApproval, tellApproval } from "../agent/approval_telling.ts";

export const agentApprovalExpire = declareWrite<AgentState>()({
  id: "agent_approval.expire",
  summary: "End a request whose time is over",
  http: { method: "POST", path: "/agent-approvals/expire" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "tenant" },
  body: Type.Object(
    { agentApprovalId: Type.String() },
    { title: "AgentApprovalExpiry", additionalProperties: false },
  ),
  output: AgentApproval,
  refusals: ["resource_not_found", "state_conflict"],
  events: ["agent_approval.expired"],
  decide(state, { agentApprovalId }, { realm, nowMs: clockMs, dueMs = 0, place }) {
    const approval = state.agentApprovals.byId(realm, agentApprovalId);
    if (approval === undefined) return agentApprovalNotFound(agentApprovalId);
    const nowMs = Math.max(dueMs, clockMs);
    if (!isOpenApproval(approval) || nowMs < approval.expiresAtMs) {
      const actual = statusOfApproval(approval, nowMs);
      return refuse("state_conflict", "nothing is due", { expected: "due", actual });
    }
    const fact = expiredApproval(approval, "time");
    const { agentApproval } = fact;
    const effects = tellApproval(state, "agent_approval.expired", agentApproval, { nowMs, place });
    const reply = shownApproval(state, agentApproval, nowMs);
    return { ...accept([fact], reply), effects };
  },
});
