/** agent_member.revoke: shut out an agent for good, with all its grants. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import { revokedAgent } from "../agent/agent_facts.ts";
import { agentMemberNotFound, agentMemberResource } from "../agent/agent_nouns.ts";
import { AgentMember } from "../agent/agent_schema.ts";
import { tellAgent } from "../agent/agent_telling.ts";
import { endGrants } from "../agent_grant/agent_grant_end.ts";
import { refuseOthers } from "../agent_grant/agent_rules.ts";
import { audited } from "../audit/audit_note.ts";
import { originOf } from "../own_person.ts";
import type { TenantState } from "../tenant/tenant_state.ts";

export const agentMemberRevoke = declareWrite<TenantState>()({
  id: "agent_member.revoke",
  summary: "Revoke an agent",
  description:
    "All grants of the agent end, with their tokens and sandbox keys; none of them is taken when the answer comes. What the agent has done stays done. An agent that was revoked before stays as it is.",
  http: { method: "POST", path: "/agent-members/{agentMemberId}/revoke" },
  principals: ["session"],
  scope: undefined,
  permission: "tenant:read",
  acts: { on: "tenant" },
  path: Type.Object({ agentMemberId: Id("agt") }, { additionalProperties: false }),
  output: AgentMember,
  refusals: ["missing_required_permission", "resource_not_found"],
  events: ["agent_member.revoked", "agent_grant.revoked", "agent_approval.expired"],
  prepare: originOf,
  decide(state, { agentMemberId }, context) {
    const { realm, nowMs, place, prepared } = context;
    const agent = state.agentMembers.byId(realm, agentMemberId);
    if (agent === undefined) return agentMemberNotFound(agentMemberId);
    const refusal = refuseOthers(state, context, agent.createdByUserId);
    if (refusal !== undefined) return refusal;
    const before = agentMemberResource(agent);
    if (agent.status !== "active") return accept([], before);
    const fact = revokedAgent(agent, nowMs);
    const after = agentMemberResource(fact.agentMember);
    const ended = endGrants(state, state.agentGrants.inGroup("member", agentMemberId), context);
    const told = tellAgent(state, "agent_member.revoked", fact.agentMember, place);
    const resource = { type: "agent_member", id: agentMemberId };
    const note = { tenantIds: [agent.tenantId], resource, before, after };
    const effects = [...told, ...ended.effects];
    return audited({ ...accept([fact, ...ended.facts], after), effects }, note, prepared);
  },
});
