/** The facts by which a person gives a grant to an agent: the grant, and the agent where it is a new one. */
import type { Effect } from "../../contract/declare/effect.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import {
  AGENT_MEMBERS_MAX,
  type AgentGrantDocument,
  type AgentMemberDocument,
} from "../agent/agent_document.ts";
import { type AgentGrantFact, type AgentMemberFact, changedAgent } from "../agent/agent_facts.ts";
import { agentMemberNotFound } from "../agent/agent_nouns.ts";
import type { AgentState } from "../agent/agent_state.ts";
import { tellAgent, tellGrant } from "../agent/agent_telling.ts";
import type { BlueprintState } from "../blueprint/blueprint_state.ts";
import type { BuildState } from "../build/build_state.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { unknownThings } from "./agent_grant_rules.ts";
import { refuseOthers } from "./agent_rules.ts";

/** What a person grants. `agentMemberId`: the agent, where it exists; absent where a new one is made. */
export type Granting = Pick<
  AgentGrantDocument,
  | "tenantId"
  | "delegatorUserId"
  | "clientId"
  | "audience"
  | "scopes"
  | "productIds"
  | "buildIds"
  | "blueprintIds"
  | "toolForm"
  | "endsAtMs"
> & {
  agentMemberId?: string | undefined;
  name: string;
  /** Whether the agent reaches the sandboxes of all Products; absent: unchanged, and false for a new agent. */
  companyWide?: boolean | undefined;
};

export type NewGrant = {
  grant: Omit<AgentGrantDocument, "realm">;
  agent: Omit<AgentMemberDocument, "realm">;
  facts: Fact[];
  effects: Effect[];
};

type Refused = Refusal<
  | "missing_required_permission"
  | "resource_not_found"
  | "state_conflict"
  | "state_constraint_failed"
>;

/** `realm`: of the company. */
export function newGrant(
  state: TenantState & BuildState & BlueprintState,
  realm: number,
  { agentMemberId, name, companyWide, ...granted }: Granting,
  context: Pick<DecisionContext, "newId" | "nowMs" | "place">,
): NewGrant | Refused {
  const { newId, nowMs } = context;
  const refusal = unknownThings(state, realm, { blueprintIds: [], ...granted });
  if (refusal !== undefined) return refusal;
  const made =
    agentMemberId === undefined
      ? newAgent(state, { name, companyWide, ...granted }, context)
      : agentThere(state, realm, { agentMemberId, companyWide, nowMs, ...granted });
  if ("refused" in made) return made;
  const { agent, facts } = made;
  const grant: NewGrant["grant"] = {
    agentGrantId: newId("grant", 1),
    agentMemberId: agent.agentMemberId,
    ...granted,
    status: "active",
    revision: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
  const created: AgentGrantFact = { kind: "agent_grant.created.1", agentGrant: grant };
  const isChanged = facts.some(({ kind }) => kind === "agent_member.changed.1");
  const effects = [
    ...(isChanged ? tellAgent(state, "agent_member.updated", agent, context.place) : []),
    ...tellGrant(state, "agent_grant.created", grant, context),
  ];
  return { grant, agent, facts: [...facts, created], effects };
}

type MadeAgent = { agent: Omit<AgentMemberDocument, "realm">; facts: AgentMemberFact[] };

function newAgent(
  { agentMembers }: AgentState,
  {
    tenantId,
    delegatorUserId,
    name,
    companyWide = false,
  }: Pick<Granting, "tenantId" | "delegatorUserId" | "name" | "companyWide">,
  { newId, nowMs }: Pick<DecisionContext, "newId" | "nowMs">,
): MadeAgent | Refused {
  const { length } = agentMembers.inGroup("active", tenantId);
  if (length >= AGENT_MEMBERS_MAX) {
    const message = `the company has ${length} agents, and at most ${AGENT_MEMBERS_MAX} are allowed; revoke one first`;
    return refuseConstraint("agents", message, { limit: AGENT_MEMBERS_MAX });
  }
  const agent = {
    agentMemberId: newId("agt"),
    tenantId,
    name,
    companyWide,
    status: "active" as const,
    productIds: [],
    createdByUserId: delegatorUserId,
    revision: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
  return { agent, facts: [{ kind: "agent_member.created.1", agentMember: agent }] };
}

function agentThere(
  state: TenantState,
  realm: number,
  {
    agentMemberId,
    companyWide,
    nowMs,
    ...by
  }: Pick<Granting, "companyWide" | "tenantId" | "delegatorUserId"> & {
    agentMemberId: string;
    nowMs: number;
  },
): MadeAgent | Refused {
  const agent = state.agentMembers.byId(realm, agentMemberId);
  if (agent === undefined) return agentMemberNotFound(agentMemberId);
  if (agent.status !== "active") {
    const message = `${agentMemberId} is revoked and stays so; let the agent in as a new one`;
    return refuse("state_conflict", message, { expected: "active", actual: agent.status });
  }
  if (companyWide === undefined || companyWide === agent.companyWide) return { agent, facts: [] };
  const refusal = refuseOthers(
    state,
    { actor: { type: "user", id: by.delegatorUserId }, principal: { tenantId: by.tenantId } },
    agent.createdByUserId,
  );
  if (refusal !== undefined) return refusal;
  const changed = changedAgent(agent, { companyWide }, nowMs);
  return { agent: changed.agentMember, facts: [changed] };
}
