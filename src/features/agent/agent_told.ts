/**
 * What the platform shard has decided about agents, grants and approvals, as facts of the realms of the
 * Products that they are about. The event of each fact stands in the realm's sequence of events.
 */
import type { Place } from "../../base/id.ts";
import {
  type EventOfKind,
  type EventsByKind,
  type EventsOf,
  eventTypesOf,
  oneEvent,
} from "../../contract/declare/event.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import { AgentGrant, AgentMember } from "./agent_schema.ts";
import { AgentApproval } from "./approval_schema.ts";

export const AGENT_GRANT_EVENTS = [
  "agent_grant.created",
  "agent_grant.updated",
  "agent_grant.revoked",
  "agent_grant.expired",
] as const;
export type AgentGrantEventType = (typeof AGENT_GRANT_EVENTS)[number];
export const AGENT_MEMBER_EVENTS = ["agent_member.updated", "agent_member.revoked"] as const;
export type AgentMemberEventType = (typeof AGENT_MEMBER_EVENTS)[number];

export const AGENT_APPROVAL_EVENTS = [
  "agent_approval.requested",
  "agent_approval.approved",
  "agent_approval.denied",
  "agent_approval.expired",
  "agent_approval.consumed",
] as const;
export type AgentApprovalEventType = (typeof AGENT_APPROVAL_EVENTS)[number];

export const AGENT_APPROVAL_TOLD = "agent_approval.told.1";
export const AGENT_GRANT_TOLD = "agent_grant.told.1";
export const AGENT_MEMBER_TOLD = "agent_member.told.1";

/** `origin`: the place of the platform shard's record. */
export type AgentGrantTold = {
  kind: typeof AGENT_GRANT_TOLD;
  type: AgentGrantEventType;
  origin: Place;
  agentGrant: AgentGrant;
};
export type AgentMemberTold = {
  kind: typeof AGENT_MEMBER_TOLD;
  type: AgentMemberEventType;
  origin: Place;
  agentMember: AgentMember;
};

export type AgentApprovalTold = {
  kind: typeof AGENT_APPROVAL_TOLD;
  type: AgentApprovalEventType;
  origin: Place;
  agentApproval: AgentApproval;
};

/** The state of the realm does not change: the edges have agents and grants from the platform shard. */
export const agentToldFacts: Record<string, Apply<object>> = {
  [AGENT_GRANT_TOLD]: () => {},
  [AGENT_MEMBER_TOLD]: () => {},
  [AGENT_APPROVAL_TOLD]: () => {},
};

export const agentEventTypes = [
  ...eventTypesOf("agent_grant", AgentGrant, {
    created: "A person let an agent in, for this Product among others.",
    updated: "A grant was narrowed, or names other Products.",
    revoked: "A grant was revoked: none of its tokens and keys is taken any more.",
    expired: "A grant has ended by itself: 30 days after it began, or after 7 days unused.",
  }),
  ...eventTypesOf("agent_member", AgentMember, {
    updated: "An agent got another name, or reaches all Products of the company, or no longer.",
    revoked: "An agent was revoked, with all its grants.",
  }),
  ...eventTypesOf("agent_approval", AgentApproval, {
    requested: "An agent asks for something in live that a person has to approve.",
    approved: "A person approved it: the same request of the agent runs, once.",
    denied: "A person said no: nothing comes of it.",
    expired:
      "Ten minutes are over, something that it binds has changed, or the grant of the agent ended.",
    consumed: "The request that a person approved was let through.",
  }),
];

const grantTold: EventOfKind<AgentGrantTold> = {
  resourceIdOf: ({ agentGrant }) => agentGrant.agentGrantId,
  objectOf: ({ agentGrant }) => agentGrant,
};
const memberTold: EventOfKind<AgentMemberTold> = {
  resourceIdOf: ({ agentMember }) => agentMember.agentMemberId,
  objectOf: ({ agentMember }) => agentMember,
};
const approvalTold: EventOfKind<AgentApprovalTold> = {
  resourceIdOf: ({ agentApproval }) => agentApproval.agentApprovalId,
  objectOf: ({ agentApproval }) => agentApproval,
};
const APPROVAL_EVENTS = Object.fromEntries(
  AGENT_APPROVAL_EVENTS.map((type) => [type, oneEvent(type, approvalTold)]),
) as Record<AgentApprovalEventType, EventsOf>;
const GRANT_EVENTS = Object.fromEntries(
  AGENT_GRANT_EVENTS.map((type) => [type, oneEvent(type, grantTold)]),
) as Record<AgentGrantEventType, EventsOf>;
const MEMBER_EVENTS = Object.fromEntries(
  AGENT_MEMBER_EVENTS.map((type) => [type, oneEvent(type, memberTold)]),
) as Record<AgentMemberEventType, EventsOf>;

export const agentEvents: EventsByKind = {
  [AGENT_GRANT_TOLD]: (fact) => GRANT_EVENTS[(fact as AgentGrantTold).type](fact),
  [AGENT_APPROVAL_TOLD]: (fact) => APPROVAL_EVENTS[(fact as AgentApprovalTold).type](fact),
  [AGENT_MEMBER_TOLD]: (fact) => MEMBER_EVENTS[(fact as AgentMemberTold).type](fact),
};
