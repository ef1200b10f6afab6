/** agent_grant.revoke: shut out an agent that one person let in. Every edge knows it before the answer is sent. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import { statusOfGrant } from "../agent/agent_document.ts";
import { endedGrant } from "../agent/agent_facts.ts";
import { agentGrantNotFound, agentGrantResource } from "../agent/agent_nouns.ts";
import { AgentGrant } from "../agent/agent_schema.ts";
import { audited } from "../audit/audit_note.ts";
import { originOf } from "../own_person.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { endGrants } from "./agent_grant_end.ts";
import { refuseOthers } from "./agent_rules.ts";

export const agentGrantRevoke = declareWrite<TenantState>()({
  id: "agent_grant.revoke",
  summary: "Revoke a grant",
  description:
    "The tokens and sandbox keys of the grant are taken nowhere any more when the answer comes. What the agent has done stays done. A grant that has ended stays as it is.",
  http: { method: "POST", path: "/agent-grants/{agentGrantId}/revoke" },
  principals: ["session"],
  scope: undefined,
  permission: "tenant:read",
  acts: { on: "tenant" },
  path: Type.Object({ agentGrantId: Id("grant") }, { additionalProperties: false }),
  output: AgentGrant,
  refusals: ["missing_required_permission", "resource_not_found"],
  events: ["agent_grant.revoked", "agent_approval.expired"],
  prepare: originOf,
  decide(state, { agentGrantId }, context) {
    const { nowMs, realm, prepared } = context;
    const grant = state.agentGrants.byId(realm, agentGrantId);
    if (grant === undefined) return agentGrantNotFound(agentGrantId);
    const refusal = refuseOthers(state, context, grant.delegatorUserId);
    if (refusal !== undefined) return refusal;
    const before = agentGrantResource(grant, nowMs);
    if (statusOfGrant(grant, nowMs) !== "active") return accept([], before);
    const { facts, effects } = endGrants(state, [grant], context);
    const after = agentGrantResource(endedGrant(grant, "revoked", nowMs).agentGrant, nowMs);
    const resource = { type: "agent_grant", id: agentGrantId };
    const note = { tenantIds: [grant.tenantId], resource, before, after };
    return audited({ ...accept(facts, after), effects }, note, prepared);
  },
});
