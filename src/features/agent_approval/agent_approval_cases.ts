/** What the tests of the whole platform need to know of approvals of agents' requests (test/support/noun_cases.ts). */
import { askForApproval, letInAgent } from "../../../test/support/agents.ts";
import { expect } from "../../../test/support/client.ts";
import { tellOfAgents } from "../../../test/support/features/agent_approval/agent_story.ts";
import { field } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { operate } from "../../../test/world/story.ts";
import { approvalsTold } from "../agent/agent_told.ts";
import { READING } from "./agent_approval_examples.ts";

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
  /** Agents, let in at two times, and what they ask for in live; one of them and one other grant are revoked. */
  async listed({ server, founder, pass }) {
    const letIn = (agentName: string) => letInAgent(server, founder, { agentName });
    const { access, agentMemberId } = await letIn("Payouts");
    await askForApproval(server, access);
    const denied = await askForApproval(server, access);
    expect(await founder.post(`/agent-approvals/${denied}/deny`, {}), 200);
    const { agentGrantId } = await letIn("Books");
    await letInAgent(server, founder, { agentMemberId });
    pass(1);
    await letIn("Pay runs");
    const revoked = await letIn("Payslips");
    await askForApproval(server, revoked.access);
    expect(await founder.post(`/agent-grants/${agentGrantId}/revoke`), 200);
    expect(await founder.post(`/agent-members/${revoked.agentMemberId}/revoke`), 200);
  },
  *toldInSandbox() {
    for (const type of approvalsTold.types) {
      yield* operate("agent.tell", { type, agentApproval: READING, origin: 8_201 });
    }
  },
  toldOnPlatform: tellOfAgents,
};
