/** Requests of agents that a person approves before they run in live. */
import type { Feature } from "../../contract/declare/feature.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import type { UserState } from "../user/user_state.ts";
import { agentApprovalApprove } from "./agent_approval.approve.ts";
import { agentApprovalClaim } from "./agent_approval.claim.ts";
import { agentApprovalDeny } from "./agent_approval.deny.ts";
import { agentApprovalExpire } from "./agent_approval.expire.ts";
import { agentApprovalList } from "./agent_approval.list.ts";
import { agentApprovalRetrieve } from "./agent_approval.retrieve.ts";
import { agentApprovalStream } from "./agent_approval.stream.ts";
import { agentApprovalExamples } from "./agent_approval_examples.ts";
import { agentApprovalWords } from "./agent_approval_words.ts";

export const agentApprovalFeature = {
  tag: "Agents",
  words: agentApprovalWords,
  operations: [
    agentApprovalList,
    agentApprovalRetrieve,
    agentApprovalStream,
    agentApprovalApprove,
    agentApprovalDeny,
    agentApprovalClaim,
    agentApprovalExpire,
  ],
  examples: agentApprovalExamples,
} satisfies Feature<TenantState & UserState>;
