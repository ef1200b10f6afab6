/**
 * What the platform shard has decided about agents and grants, as facts of the realms of the Products that a
 * grant names. The event of each fact stands in the realm's sequence of events.
 */
import type { Place } from "../../base/id.ts";
import {
  type EventOfKind,
  type EventsByKind,
  type EventsOf,
  eventTypesOf,
  oneEvent,
} from "../../contract/event.ts";
import type { Apply } from "../../contract/operation.ts";
import { AgentGrant, AgentMember } from "./agent_schema.ts";

export const AGENT_GRANT_EVENTS = [
  "agent_grant.created",
  "agent_grant.updated",
  "agent_grant.revoked",
  "agent_grant.expired",
] as const;
export type AgentGrantEventType = (typeof AGENT_GRANT_EVENTS)[number];
export const AGENT_MEMBER_EVENTS = ["agent_member.updated", "agent_member.revoked"] as const;
export type AgentMemberEventType = (typeof AGENT_MEMBER_EVENTS)[number];

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

/** The state of the realm does not change: the edges have agents and grants from the platform shard. */
export const agentToldFacts: Record<string, Apply<object>> = {
  [AGENT_GRANT_TOLD]: () => {},
  [AGENT_MEMBER_TOLD]: () => {},
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
];

const grantTold: EventOfKind<AgentGrantTold> = {
  resourceIdOf: ({ agentGrant }) => agentGrant.agentGrantId,
  objectOf: ({ agentGrant }) => agentGrant,
};
const memberTold: EventOfKind<AgentMemberTold> = {
  resourceIdOf: ({ agentMember }) => agentMember.agentMemberId,
  objectOf: ({ agentMember }) => agentMember,
};
const GRANT_EVENTS = Object.fromEntries(
  AGENT_GRANT_EVENTS.map((type) => [type, oneEvent(type, grantTold)]),
) as Record<AgentGrantEventType, EventsOf>;
const MEMBER_EVENTS = Object.fromEntries(
  AGENT_MEMBER_EVENTS.map((type) => [type, oneEvent(type, memberTold)]),
) as Record<AgentMemberEventType, EventsOf>;

export const agentEvents: EventsByKind = {
  [AGENT_GRANT_TOLD]: (fact) => GRANT_EVENTS[(fact as AgentGrantTold).type](fact),
  [AGENT_MEMBER_TOLD]: (fact) => MEMBER_EVENTS[(fact as AgentMemberTold).type](fact),
};
