/** agent_member.update: give an agent another name, or let it reach the sandboxes of all Products. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import { changedAgent } from "../agent/agent_facts.ts";
import { AgentNameDraft } from "../agent/agent_name.ts";
import { agentMemberNotFound, agentMemberResource } from "../agent/agent_nouns.ts";
import { AgentMember, CompanyWide } from "../agent/agent_schema.ts";
import { tellAgent } from "../agent/agent_telling.ts";
import { refuseOthers } from "../agent_grant/agent_rules.ts";
import { audited } from "../audit/audit_note.ts";
import { ExpectedRevision, refuseRevision } from "../expected_revision.ts";
import { originOf } from "../own_person.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { refuseRevokedAgent } from "./agent_member_rules.ts";

export const agentMemberUpdate = declareWrite<TenantState>()({
  id: "agent_member.update",
  summary: "Change an agent",
  description: "In force for the agent's next request.",
  http: { method: "PATCH", path: "/agent-members/{agentMemberId}" },
  principals: ["session"],
  scope: undefined,
  permission: "tenant:read",
  acts: { on: "tenant" },
  path: Type.Object({ agentMemberId: Id("agt") }, { additionalProperties: false }),
  body: Type.Object(
    {
      name: Type.Optional(AgentNameDraft),
      companyWide: Type.Optional(CompanyWide),
      expectedRevision: Type.Optional(ExpectedRevision),
    },
    {
      title: "AgentMemberChange",
      description: "What the agent is called, and how far it reaches.",
      additionalProperties: false,
    },
  ),
  output: AgentMember,
  refusals: ["missing_required_permission", "resource_not_found", "state_conflict"],
  events: ["agent_member.updated"],
  prepare: originOf,
  decide(state, { agentMemberId, expectedRevision, name, companyWide }, context) {
    const { realm, nowMs, place, prepared } = context;
    const agent = state.agentMembers.byId(realm, agentMemberId);
    if (agent === undefined) return agentMemberNotFound(agentMemberId);
    const refusal =
      refuseOthers(state, context, agent.createdByUserId) ??
      refuseRevokedAgent(agent) ??
      refuseRevision(agentMemberId, expectedRevision, agent.revision);
    if (refusal !== undefined) return refusal;
    const before = agentMemberResource(agent);
    const change = {
      ...(name !== undefined && name !== agent.name && { name }),
      ...(companyWide !== undefined && companyWide !== agent.companyWide && { companyWide }),
    };
    if (Object.keys(change).length === 0) return accept([], before);
    const fact = changedAgent(agent, change, nowMs);
    const after = agentMemberResource(fact.agentMember);
    const effects = tellAgent(state, "agent_member.updated", fact.agentMember, place);
    const resource = { type: "agent_member", id: agentMemberId };
    const note = { tenantIds: [agent.tenantId], resource, before, after };
    return audited({ ...accept([fact], after), effects }, note, prepared);
  },
});
