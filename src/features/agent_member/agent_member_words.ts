/** The words of agent members: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const agentMemberWords: NounWords = {
  synonyms: {
    "agent member current": `
      who i am, what i am allowed, what i may, what i can, permissions of my token, my token, which
      rights, what am i, what can i reach, my name, what is my name, my company, where do i work,
      about me, about myself, my identity, who am i, whoami, myself, my permissions, what am i
      allowed, am i allowed, what can i do, my scopes, what may i do, my rights, scopes do i have,
      do i have, permissions do i have, my grant, granted to me, can i access, my access, products
      can i use
    `,
  },
  done: {
    "agent_member.revoke": "Revoked an agent",
    "agent_member.update": "Changed an agent",
  },
};
