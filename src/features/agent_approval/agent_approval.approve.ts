/** agent_approval.approve: a person, who enters the password once more, lets one request of an agent run in live. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import { Password } from "../../contract/values/password.ts";
import { decidedApproval } from "../agent/approval_facts.ts";
import { agentApprovalNotFound } from "../agent/approval_noun.ts";
import { AgentApproval } from "../agent/approval_schema.ts";
import { shownApproval, tellApproval } from "../agent/approval_telling.ts";
import { audited } from "../audit/audit_note.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { judgeGuess, sentPassword } from "../user/guess.ts";
import { callingUser, seenCaller } from "../user/user_lookup.ts";
import type { UserState } from "../user/user_state.ts";
import { refuseApprover, refuseDecided } from "./approval_rules.ts";

export const agentApprovalApprove = declareWrite<TenantState & UserState>()({
  id: "agent_approval.approve",
  summary: "Approve a request of an agent",
  description:
    "Takes your password once more. The agent then sends the same request with the same key, which runs once, within ten minutes of being asked for, and only while nothing that it names has changed. Your role must permit the operation in live. After five wrong passwords, in all sessions together, the next is looked at after a wait.",
  http: { method: "POST", path: "/agent-approvals/{agentApprovalId}/approve" },
  principals: ["session"],
  scope: undefined,
  permission: "tenant:read",
  acts: { on: "tenant" },
  limitsGuesses: "person",
  path: Type.Object({ agentApprovalId: Id("apr") }, { additionalProperties: false }),
  body: Type.Object(
    { password: Password },
    {
      title: "AgentApproving",
      description: "What proves that the person approves.",
      additionalProperties: false,
    },
  ),
  output: AgentApproval,
  refusals: [
    "resource_not_found",
    "rate_limited",
    "invalid_credentials",
    "missing_required_permission",
    "state_conflict",
  ],
  events: ["agent_approval.approved"],
  preparesWith: { snapshot: true },
  async prepare({ password }, tools) {
    const sent = await sentPassword(tools, seenCaller(tools), password);
    return { password: sent, from: tools.from };
  },
  decide(state, { agentApprovalId }, context) {
    const { realm, nowMs, prepared } = context;
    const approval = state.agentApprovals.byId(realm, agentApprovalId);
    if (approval === undefined) return agentApprovalNotFound(agentApprovalId);
    const user = callingUser(state, context);
    const guess = judgeGuess(state, user, { password: prepared.password }, context);
    if (guess.refused) return guess;
    const refusal =
      refuseApprover(state, approval, context) ?? refuseDecided(state, approval, nowMs);
    if (refusal !== undefined) return { ...refusal, facts: guess.facts };
    const before = shownApproval(state, approval, nowMs);
    const fact = decidedApproval(approval, "approved", { userId: user.userId, nowMs });
    const after = shownApproval(state, fact.agentApproval, nowMs);
    const effects = tellApproval(state, "agent_approval.approved", fact.agentApproval, context);
    const resource = { type: "agent_approval", id: agentApprovalId };
    const note = { tenantIds: [approval.tenantId], resource, before, after };
    return audited({ ...accept([fact, ...guess.facts], after), effects }, note, prepared.from);
  },
});
