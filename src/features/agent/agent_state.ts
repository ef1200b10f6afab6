/** Agents, grants and approvals in the memory of the platform shard, in the realms of their companies. */
import { DocumentTable } from "../../contract/tables/document_table.ts";
import type { StatePartOf } from "../noun.ts";
import type { PlatformState } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { AgentGrantDocument, AgentMemberDocument } from "./agent_document.ts";
import type { AgentMadeDocument, AgentMadeState } from "./agent_made.ts";
import { agentGrants, agentMembers } from "./agent_nouns.ts";
import { agentApprovals } from "./approval_noun.ts";

export type AgentState = PlatformState &
  AgentMadeState &
  StatePartOf<typeof agentMembers> &
  StatePartOf<typeof agentGrants> &
  StatePartOf<typeof agentApprovals>;

export function createAgentState() {
  return {
    ...agentMembers.manifest.createState(),
    ...agentGrants.manifest.createState(),
    ...agentApprovals.manifest.createState(),
    agentMade: new DocumentTable<AgentMadeDocument>({
      name: "agent_made",
      code: PLATFORM_TABLE.agentMade,
      stored: {},
    }),
  };
}

/** The grant with the id, of whichever company. */
export function grantById(
  { agentGrants: grants }: AgentState,
  agentGrantId: string,
): AgentGrantDocument | undefined {
  return grants.find(grants.keyOf(agentGrantId));
}

/** The agent with the id, of whichever company. */
export function agentById(
  { agentMembers: members }: AgentState,
  agentMemberId: string,
): AgentMemberDocument | undefined {
  return members.find(members.keyOf(agentMemberId));
}
