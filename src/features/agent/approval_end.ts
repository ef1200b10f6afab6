/** The end of approvals whose grant has ended: the requests can neither be approved nor run any more. */
import type { Effect } from "../../contract/declare/effect.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { AgentState } from "./agent_state.ts";
import { expiredApproval } from "./approval_facts.ts";
import { tellApproval } from "./approval_telling.ts";

/** The facts and effects that end all open approvals of the grant. */
export function endApprovals(
  state: AgentState,
  agentGrantId: string,
  at: { nowMs: number; place: number },
): { facts: Fact[]; effects: Effect[] } {
  const ended = state.agentApprovals
    .inGroup("open", agentGrantId)
    .sort((one, other) => (one.agentApprovalId < other.agentApprovalId ? -1 : 1))
    .map((approval) => expiredApproval(approval, "grant_ended"));
  return {
    facts: ended,
    effects: ended.flatMap(({ agentApproval }) =>
      tellApproval(state, "agent_approval.expired", agentApproval, at),
    ),
  };
}
