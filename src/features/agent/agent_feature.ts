/**
 * Agents, grants and approvals: their documents on the platform shard, above everything that ends logins, and
 * what is told of them in the realms of Products.
 */
import type { Feature } from "../../contract/declare/feature.ts";
import { agentTell } from "./agent.tell.ts";
import { announcementOfAgent, foundAgent } from "./agent_facts.ts";
import { agentGrants, agentMembers } from "./agent_nouns.ts";
import { type AgentState, createAgentState } from "./agent_state.ts";
import { approvalsTold, grantsTold, membersTold } from "./agent_told.ts";
import { agentApprovals } from "./approval_noun.ts";

export const agentFeature = {
  tag: {
    name: "Agents",
    description: "Programs that act for a person by themselves: what they were granted.",
  },
  words: {
    ids: { agt: "an agent" },
    sameMeaning: [["agent", "mcp", "assistant", "llm", "ai"]],
  },
  operations: [agentTell],
  events: [
    ...grantsTold.manifest.events,
    ...membersTold.manifest.events,
    ...approvalsTold.manifest.events,
  ],
  facts: {
    ...grantsTold.manifest.facts,
    ...membersTold.manifest.facts,
    ...approvalsTold.manifest.facts,
  },
  eventsOf: {
    ...grantsTold.manifest.eventsOf,
    ...membersTold.manifest.eventsOf,
    ...approvalsTold.manifest.eventsOf,
  },
} satisfies Feature;

export const agentPlatformFeature = {
  operations: [],
  facts: {
    ...agentMembers.manifest.facts,
    ...agentGrants.manifest.facts,
    ...agentApprovals.manifest.facts,
  },
  eventsOf: {
    ...agentMembers.manifest.eventsOf,
    ...agentGrants.manifest.eventsOf,
    ...agentApprovals.manifest.eventsOf,
  },
  due: [agentApprovals.atDeadlines("agent_approvals", "agent_approval.expire")],
  announcements: { of: announcementOfAgent, find: foundAgent },
  createState: createAgentState,
  tables: ({ agentMembers, agentGrants, agentApprovals, agentMade }) => [
    agentMembers,
    agentGrants,
    agentApprovals,
    agentMade,
  ],
} satisfies Feature<AgentState>;
