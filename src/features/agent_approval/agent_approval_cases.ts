/** What the tests of the whole platform need to know of approvals of agents' requests (test/support/noun_cases.ts). */
import { askForApproval, letInAgent } from "../../../test/support/agents.ts";
import { field } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "agent_approval.list": {
      filters: {
        status: field("status", "approved"),
        agentMemberId: field("agentMemberId"),
      },
    },
  },
  // The agent, its grant, and what it asks for.
  async madeByFounder({ server, browser }) {
    const { access, agentMemberId, agentGrantId } = await letInAgent(server, browser);
    return { agentMemberId, agentGrantId, agentApprovalId: await askForApproval(server, access) };
  },
};
