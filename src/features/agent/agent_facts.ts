/** What becomes of agents and grants, and what the edges are told of them. */
import { suffixOf } from "../../base/id.ts";
import type { AnnouncedSubject, Announcement } from "../../contract/declare/announcement.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { FactOf } from "../noun.ts";
import { foundBy } from "../platform/platform_facts.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import {
  type AgentGrantDocument,
  type AgentMemberDocument,
  viewOfGrant,
  viewOfMember,
} from "./agent_document.ts";
import { agentGrants, agentMembers } from "./agent_nouns.ts";
import type { AgentState } from "./agent_state.ts";

export type AgentMemberFact = FactOf<typeof agentMembers>;
export type AgentGrantFact = FactOf<typeof agentGrants>;

export function announcementOfAgent(fact: Fact): Announcement | undefined {
  const member = agentMembers.of(fact);
  if (member !== undefined) return { kind: "agent_member", agentMember: viewOfMember(member) };
  const grant = agentGrants.of(fact);
  return grant && { kind: "agent_grant", agentGrant: viewOfGrant(grant) };
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

/** The agent with changed fields: the next revision. */
export function changedAgent(
  before: AgentMemberDocument,
  change: Partial<Pick<AgentMemberDocument, "name" | "companyWide">>,
  nowMs: number,
): AgentMemberFact {
  return agentMembers.revised("changed", before, change, nowMs);
}

export function revokedAgent(before: AgentMemberDocument, nowMs: number): AgentMemberFact {
  const revoked = { status: "revoked" as const, revokedAtMs: nowMs };
  return agentMembers.revised("revoked", before, revoked, nowMs);
}

type GrantChange = Partial<
  Pick<AgentGrantDocument, "scopes" | "productIds" | "buildIds" | "blueprintIds">
>;

/** The grant with changed fields: the next revision. */
export function changedGrant(
  before: AgentGrantDocument,
  change: GrantChange,
  nowMs: number,
): AgentGrantFact {
  return agentGrants.revised("changed", before, change, nowMs);
}

/** The grant whose tokens were fetched: it has a login now, and ends with it. */
export function fetchedGrant(
  before: AgentGrantDocument,
  login: Pick<AgentGrantDocument, "sessionId" | "endsAtMs">,
  nowMs: number,
): AgentGrantFact {
  return agentGrants.revised("fetched", before, login, nowMs);
}

/** The grant after its end. `how`: whether somebody ended it, or time did. */
export function endedGrant(
  before: AgentGrantDocument,
  how: "revoked" | "expired",
  atMs: number,
): AgentGrantFact {
  const ended = { status: how, ...(how === "revoked" && { revokedAtMs: atMs }) };
  return agentGrants.revised(how, before, ended, atMs);
}

/** The Product among those that the agent has made, where an agent makes it; no fact where a person does. */
export function madeByAgent(
  state: AgentState,
  { actor, realm, nowMs }: Pick<DecisionContext, "actor" | "realm" | "nowMs">,
  productId: string,
): AgentMemberFact[] {
  if (actor.type !== "agent") return [];
  const agent = state.agentMembers.byId(realm, actor.id);
  if (agent === undefined) return [];
  const productIds = [...agent.productIds, productId];
  return [agentMembers.revised("product_made", agent, { productIds }, nowMs)];
}
