/** agent_grant.update: narrow what an agent may do, or name other Products. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import type { AgentGrantDocument } from "../agent/agent_document.ts";
import { changedGrant } from "../agent/agent_facts.ts";
import { agentGrantNotFound, agentGrantResource } from "../agent/agent_nouns.ts";
import {
  AgentGrant,
  GrantBlueprints,
  GrantBuilds,
  GrantProducts,
  GrantScopes,
} from "../agent/agent_schema.ts";
import { tellGrant } from "../agent/agent_telling.ts";
import { audited } from "../audit/audit_note.ts";
import type { BlueprintState } from "../blueprint/blueprint_state.ts";
import type { BuildState } from "../build/build_state.ts";
import { ExpectedRevision, refuseRevision } from "../expected_revision.ts";
import { originOf } from "../own_person.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { narrowedLogin } from "../session/login_facts.ts";
import type { SessionState } from "../session/session_noun.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { type NamedThings, refuseEnded, refuseWider, unknownThings } from "./agent_grant_rules.ts";
import { refuseOthers } from "./agent_rules.ts";

export const agentGrantUpdate = declareWrite<TenantState & BuildState & BlueprintState>()({
  id: "agent_grant.update",
  summary: "Narrow a grant",
  description:
    "In force for the agent's next request. Scopes and Builds are only taken away; whoever let the agent in may also name further Products, and blueprints for reading. For more, the agent asks to be let in again.",
  http: { method: "PATCH", path: "/agent-grants/{agentGrantId}" },
  principals: ["session"],
  scope: undefined,
  permission: "tenant:read",
  acts: { on: "tenant" },
  path: Type.Object({ agentGrantId: Id("grant") }, { additionalProperties: false }),
  body: Type.Object(
    {
      scopes: Type.Optional(GrantScopes),
      productIds: Type.Optional(GrantProducts),
      buildIds: Type.Optional(GrantBuilds),
      blueprintIds: Type.Optional(GrantBlueprints),
      expectedRevision: Type.Optional(ExpectedRevision),
    },
    {
      title: "AgentGrantChange",
      description: "What the agent may do from now on.",
      additionalProperties: false,
    },
  ),
  output: AgentGrant,
  refusals: [
    "missing_required_permission",
    "resource_not_found",
    "state_conflict",
    "invalid_request",
  ],
  events: ["agent_grant.updated"],
  prepare: originOf,
  decide(state, { agentGrantId, expectedRevision, ...sent }, context) {
    const { nowMs, realm, prepared, actor } = context;
    const grant = state.agentGrants.byId(realm, agentGrantId);
    if (grant === undefined) return agentGrantNotFound(agentGrantId);
    const granted = { ...grant, blueprintIds: grant.blueprintIds ?? [] };
    const { scopes = granted.scopes, productIds = granted.productIds } = sent;
    const { buildIds = granted.buildIds, blueprintIds = granted.blueprintIds } = sent;
    const change = { scopes, productIds, buildIds, blueprintIds };
    const refusal =
      refuseOthers(state, context, grant.delegatorUserId) ??
      refuseEnded(grant, nowMs) ??
      refuseRevision(agentGrantId, expectedRevision, grant.revision) ??
      refuseWider(granted, change, { isDelegator: actor.id === grant.delegatorUserId }) ??
      unknownThings(state, realm, addedTo(granted, change));
    if (refusal !== undefined) return refusal;
    const changed = changedGrant(grant, change, nowMs);
    const before = agentGrantResource(grant, nowMs);
    const after = agentGrantResource(changed.agentGrant, nowMs);
    const facts = [changed, ...loginOf(state, grant, scopes)];
    const effects = tellGrant(state, "agent_grant.updated", changed.agentGrant, context);
    const resource = { type: "agent_grant", id: agentGrantId };
    const note = { tenantIds: [grant.tenantId], resource, before, after };
    return audited({ ...accept(facts, after), effects }, note, prepared);
  },
});

/** The things that the grant names from now on and did not name before: each of them must exist. */
function addedTo(before: NamedThings, after: NamedThings): NamedThings {
  const added = (field: keyof NamedThings) =>
    after[field].filter((id) => !before[field].includes(id));
  return {
    productIds: added("productIds"),
    buildIds: added("buildIds"),
    blueprintIds: added("blueprintIds"),
  };
}

/** The fact by which the login of the grant has the new scopes, which its program gets at the next refresh. */
function loginOf(
  { sessions }: SessionState,
  { sessionId }: AgentGrantDocument,
  scopes: readonly string[],
) {
  const session = sessionId && sessions.byId(PLATFORM_REALM, sessionId);
  return session && session.login !== undefined
    ? [narrowedLogin(session, session.login, scopes)]
    : [];
}
