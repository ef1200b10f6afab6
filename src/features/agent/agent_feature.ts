/**
 * Agents, grants and approvals: their documents on the platform shard, above everything that ends logins, and
 * what is told of them in the realms of Products.
 */
import type { Feature } from "../../contract/declare/feature.ts";
import { dueAtDeadlines } from "../../contract/declare/resource_facts.ts";
import { agentTell } from "./agent.tell.ts";
import { agentFactEvents, agentFacts, announcementOfAgent, foundAgent } from "./agent_facts.ts";
import { type AgentState, createAgentState } from "./agent_state.ts";
import { agentEvents, agentEventTypes, agentToldFacts } from "./agent_told.ts";
import { approvalFactEvents, approvalFacts } from "./approval_facts.ts";

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
  events: agentEventTypes,
  facts: agentToldFacts,
  eventsOf: agentEvents,
} satisfies Feature;

export const agentPlatformFeature = {
  operations: [],
  facts: { ...agentFacts, ...approvalFacts },
  eventsOf: { ...agentFactEvents, ...approvalFactEvents },
  due: [
    dueAtDeadlines(
      "agent_approvals",
      ({ agentApprovals }: AgentState) => agentApprovals,
      (agentApprovalId) => ({ operation: "agent_approval.expire", input: { agentApprovalId } }),
    ),
  ],
  announcements: { of: announcementOfAgent, find: foundAgent },
  createState: createAgentState,
  tables: ({ agentMembers, agentGrants, agentApprovals, agentMade }) => [
    agentMembers,
    agentGrants,
    agentApprovals,
    agentMade,
  ],
} satisfies Feature<AgentState>;
