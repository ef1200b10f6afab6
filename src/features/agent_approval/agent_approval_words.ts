/** The words of agent approvals: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const agentApprovalWords: NounWords = {
  ids: { apr: "an approval of an agent's request" },
  synonyms: {
    "agent approval": `
      did they approve, have they approved, still waiting, was my call approved, why must i wait,
      must approve, approve my call, agent_approval_required, told that a human, needs approval,
      need approval, approval link, permission, waiting for a person, pending approval, ask a human,
      granted, approved, signed off, human approval, human approve, waiting for a human, my request,
      person approve
    `,
  },
  sameMeaning: [["approval", "approve", "consent", "allow", "permission"]],
  done: {
    "agent_approval.approve": "Approved what an agent asked for",
    "agent_approval.deny": "Denied what an agent asked for",
  },
};
