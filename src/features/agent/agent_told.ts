/**
 * What the platform shard has decided about agents, grants and approvals, as facts of the realms of the
 * Products that they are about.
 */
import { declareTold, type ToldTypeOf } from "../told_facts.ts";
import { agentGrants, agentMembers } from "./agent_nouns.ts";
import { AgentGrant, AgentMember } from "./agent_schema.ts";
import { agentApprovals } from "./approval_noun.ts";
import { AgentApproval } from "./approval_schema.ts";

export const grantsTold = declareTold({
  noun: "agent_grant",
  output: AgentGrant,
  happenings: agentGrants.happenings,
});
export const membersTold = declareTold({
  noun: "agent_member",
  output: AgentMember,
  happenings: agentMembers.happenings,
});
export const approvalsTold = declareTold({
  noun: "agent_approval",
  output: AgentApproval,
  happenings: agentApprovals.happenings,
});

export type AgentGrantEventType = ToldTypeOf<typeof grantsTold>;
export type AgentMemberEventType = ToldTypeOf<typeof membersTold>;
export type AgentApprovalEventType = ToldTypeOf<typeof approvalsTold>;
