/** The facts about agents and grants: each carries the whole document as it is afterwards. */
import { suffixOf } from "../../base/id.ts";
import type { AnnouncedSubject, Announcement } from "../../contract/declare/announcement.ts";
import { type EventsByKind, noEvents, oneEvent } from "../../contract/declare/event.ts";
import type { Apply, DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { putInCompany } from "../platform/company_documents.ts";
import { foundBy } from "../platform/platform_facts.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import {
  type AgentGrantDocument,
  type AgentMemberDocument,
  viewOfGrant,
  viewOfMember,
} from "./agent_document.ts";
import type { AgentState } from "./agent_state.ts";

export type AgentMemberFact = Fact & {
  kind:
    | "agent_member.created.1"
    | "agent_member.changed.1"
    | "agent_member.product_made.1"
    | "agent_member.revoked.1";
  agentMember: Omit<AgentMemberDocument, "realm">;
};

export type AgentGrantFact = Fact & {
  kind:
    | "agent_grant.created.1"
    | "agent_grant.changed.1"
    | "agent_grant.fetched.1"
    | "agent_grant.revoked.1"
    | "agent_grant.expired.1";
  agentGrant: Omit<AgentGrantDocument, "realm">;
};

export const agentFacts: Record<
  AgentMemberFact["kind"] | AgentGrantFact["kind"],
  Apply<AgentState>
> = {
  "agent_member.created.1": putMember,
  "agent_member.changed.1": putMember,
  "agent_member.product_made.1": putMember,
  "agent_member.revoked.1": putMember,
  "agent_grant.created.1": putGrant,
  "agent_grant.changed.1": putGrant,
  "agent_grant.fetched.1": putGrant,
  "agent_grant.revoked.1": putGrant,
  "agent_grant.expired.1": putGrant,
};

const ofMember = { resourceIdOf: ({ agentMember }: AgentMemberFact) => agentMember.agentMemberId };
const ofGrant = { resourceIdOf: ({ agentGrant }: AgentGrantFact) => agentGrant.agentGrantId };

/** In the realms of companies they are only counted; the realms of Products are told of them. */
export const agentFactEvents: EventsByKind = {
  "agent_member.created.1": noEvents,
  "agent_member.changed.1": oneEvent("agent_member.updated", ofMember),
  "agent_member.product_made.1": noEvents,
  "agent_member.revoked.1": oneEvent("agent_member.revoked", ofMember),
  "agent_grant.created.1": oneEvent("agent_grant.created", ofGrant),
  "agent_grant.changed.1": oneEvent("agent_grant.updated", ofGrant),
  "agent_grant.fetched.1": noEvents,
  "agent_grant.revoked.1": oneEvent("agent_grant.revoked", ofGrant),
  "agent_grant.expired.1": oneEvent("agent_grant.expired", ofGrant),
};

function putMember(state: AgentState, fact: Fact): void {
  const { agentMember } = fact as AgentMemberFact;
  putInCompany(state, state.agentMembers, agentMember.agentMemberId, agentMember);
}

function putGrant(state: AgentState, fact: Fact): void {
  const { agentGrant } = fact as AgentGrantFact;
  putInCompany(state, state.agentGrants, agentGrant.agentGrantId, agentGrant);
}

export function announcementOfAgent(fact: Fact): Announcement | undefined {
  switch (fact.kind) {
    case "agent_member.created.1":
    case "agent_member.changed.1":
    case "agent_member.product_made.1":
    case "agent_member.revoked.1": {
      const { agentMember } = fact as AgentMemberFact;
      return { kind: "agent_member", agentMember: viewOfMember(agentMember) };
    }
    case "agent_grant.created.1":
    case "agent_grant.changed.1":
    case "agent_grant.fetched.1":
    case "agent_grant.revoked.1":
    case "agent_grant.expired.1": {
      const { agentGrant } = fact as AgentGrantFact;
      return { kind: "agent_grant", agentGrant: viewOfGrant(agentGrant) };
    }
    default:
      return undefined;
  }
}

/** The agent or grant that a view of the platform shard shows. */
export function foundAgent(view: Snapshot, subject: AnnouncedSubject): Announcement | undefined {
  const { agentMemberById, agentMember, agentGrantById, agentGrant } = PLATFORM_TABLE;
  if (subject.kind === "agent_member") {
    const key = suffixOf("agt", subject.agentMemberId);
    const found = key && foundBy<AgentMemberDocument>(view, agentMemberById, agentMember, key);
    return found ? { kind: "agent_member", agentMember: viewOfMember(found) } : undefined;
  }
  if (subject.kind === "agent_grant") {
    const key = suffixOf("grant", subject.agentGrantId);
    const found = key && foundBy<AgentGrantDocument>(view, agentGrantById, agentGrant, key);
    return found ? { kind: "agent_grant", agentGrant: viewOfGrant(found) } : undefined;
  }
  return undefined;
}

type MemberChange = Partial<Pick<AgentMemberDocument, "name" | "companyWide">>;

/** The agent with changed fields: the next revision. */
export function changedAgent(
  { realm: _, ...before }: AgentMemberDocument,
  change: MemberChange,
  nowMs: number,
): AgentMemberFact {
  const after = { ...before, ...change, revision: before.revision + 1, updatedAtMs: nowMs };
  return { kind: "agent_member.changed.1", agentMember: after };
}

export function revokedAgent(
  { realm: _, ...before }: AgentMemberDocument,
  nowMs: number,
): AgentMemberFact {
  const times = { updatedAtMs: nowMs, revokedAtMs: nowMs };
  const revision = before.revision + 1;
  const after = { ...before, status: "revoked" as const, revision, ...times };
  return { kind: "agent_member.revoked.1", agentMember: after };
}

type GrantChange = Partial<
  Pick<AgentGrantDocument, "scopes" | "productIds" | "buildIds" | "blueprintIds">
>;

/** The grant with changed fields: the next revision. */
export function changedGrant(
  { realm: _, ...before }: AgentGrantDocument,
  change: GrantChange,
  nowMs: number,
): AgentGrantFact {
  const after = { ...before, ...change, revision: before.revision + 1, updatedAtMs: nowMs };
  return { kind: "agent_grant.changed.1", agentGrant: after };
}

/** The grant whose tokens were fetched: it has a login now, and ends with it. */
export function fetchedGrant(
  { realm: _, ...before }: AgentGrantDocument,
  login: Pick<AgentGrantDocument, "sessionId" | "endsAtMs">,
  nowMs: number,
): AgentGrantFact {
  const after = { ...before, ...login, revision: before.revision + 1, updatedAtMs: nowMs };
  return { kind: "agent_grant.fetched.1", agentGrant: after };
}

/** The grant after its end. `how`: whether somebody ended it, or time did. */
export function endedGrant(
  { realm: _, ...before }: AgentGrantDocument,
  how: "revoked" | "expired",
  atMs: number,
): AgentGrantFact {
  const ended = { status: how, revision: before.revision + 1, updatedAtMs: atMs };
  const revokedAtMs = how === "revoked" ? { revokedAtMs: atMs } : {};
  return { kind: `agent_grant.${how}.1`, agentGrant: { ...before, ...ended, ...revokedAtMs } };
}

/** The Product among those that the agent has made, where an agent makes it; no fact where a person does. */
export function madeByAgent(
  { agentMembers }: AgentState,
  { actor, realm, nowMs }: Pick<DecisionContext, "actor" | "realm" | "nowMs">,
  productId: string,
): AgentMemberFact[] {
  if (actor.type !== "agent") return [];
  const agent = agentMembers.byId(realm, actor.id);
  if (agent === undefined) return [];
  const { realm: _, ...before } = agent;
  const made = { productIds: [...agent.productIds, productId], revision: agent.revision + 1 };
  const agentMember = { ...before, ...made, updatedAtMs: nowMs };
  return [{ kind: "agent_member.product_made.1", agentMember }];
}
