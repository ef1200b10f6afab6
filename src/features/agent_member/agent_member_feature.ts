/** The named agents of companies. */
import type { Feature } from "../../contract/declare/feature.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { agentMemberCurrent } from "./agent_member.current.ts";
import { agentMemberList } from "./agent_member.list.ts";
import { agentMemberRetrieve } from "./agent_member.retrieve.ts";
import { agentMemberRevoke } from "./agent_member.revoke.ts";
import { agentMemberUpdate } from "./agent_member.update.ts";
import { agentMemberExamples } from "./agent_member_examples.ts";
import { agentMemberWords } from "./agent_member_words.ts";

export const agentMemberFeature = {
  tag: "Agents",
  words: agentMemberWords,
  operations: [
    agentMemberList,
    agentMemberCurrent,
    agentMemberRetrieve,
    agentMemberUpdate,
    agentMemberRevoke,
  ],
  examples: agentMemberExamples,
} satisfies Feature<TenantState>;
