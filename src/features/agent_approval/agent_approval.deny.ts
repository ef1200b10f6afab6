/** agent_approval.deny: a person denies a request of an agent, which then never runs. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id, notBlank } from "../../contract/values/formats.ts";
import { decidedApproval } from "../agent/approval_facts.ts";
import { agentApprovalNotFound } from "../agent/approval_noun.ts";
import { AgentApproval } from "../agent/approval_schema.ts";
import { shownApproval, tellApproval } from "../agent/approval_telling.ts";
import { audited } from "../audit/audit_note.ts";
import { originOf } from "../own_person.ts";
import { roleOfActor } from "../tenant/member_rules.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { refuseApprover, refuseDecided } from "./approval_rules.ts";

export const agentApprovalDeny = declareWrite<TenantState>()({
  id: "agent_approval.deny",
  summary: "Deny a request of an agent",
  description:
    "Nothing comes of the request, and the agent is told so, with your reason. Open to the person who let the agent in, and to members whose role permits the operation in live.",
  http: { method: "POST", path: "/agent-approvals/{agentApprovalId}/deny" },
  principals: ["session"],
  scope: undefined,
  permission: "tenant:read",
  acts: { on: "tenant" },
  path: Type.Object({ agentApprovalId: Id("apr") }, { additionalProperties: false }),
  body: Type.Object(
    {
      reason: Type.Optional(
        notBlank(
          Type.String({
            minLength: 1,
            maxLength: 500,
            description: "Why. The agent is shown it.",
          }),
        ),
      ),
    },
    {
      title: "AgentDenial",
      description: "Why the person says no.",
      additionalProperties: false,
    },
  ),
  output: AgentApproval,
  refusals: ["resource_not_found", "missing_required_permission", "state_conflict"],
  events: ["agent_approval.denied"],
  prepare: originOf,
  decide(state, { agentApprovalId, reason }, context) {
    const { realm, nowMs, actor, prepared } = context;
    const approval = state.agentApprovals.byId(realm, agentApprovalId);
    if (approval === undefined) return agentApprovalNotFound(agentApprovalId);
    const isOwn =
      approval.delegatorUserId === actor.id && roleOfActor(state, context) !== undefined;
    const refusal =
      (isOwn ? undefined : refuseApprover(state, approval, context)) ??
      refuseDecided(state, approval, nowMs);
    if (refusal !== undefined) return refusal;
    const before = shownApproval(state, approval, nowMs);
    const fact = decidedApproval(approval, "denied", { userId: actor.id, nowMs, reason });
    const after = shownApproval(state, fact.agentApproval, nowMs);
    const effects = tellApproval(state, "agent_approval.denied", fact.agentApproval, context);
    const resource = { type: "agent_approval", id: agentApprovalId };
    const note = { tenantIds: [approval.tenantId], resource, before, after };
    return audited({ ...accept([fact], after), effects }, note, prepared);
  },
});
