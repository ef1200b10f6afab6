/** The refusal of changes of an agent that was revoked. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { AgentMemberDocument } from "../agent/agent_document.ts";

/** `state_conflict` for an agent that was revoked. */
export function refuseRevokedAgent({
  agentMemberId,
  status,
}: AgentMemberDocument): Refusal<"state_conflict"> | undefined {
  if (status === "active") return undefined;
  const message = `${agentMemberId} is revoked and stays so; let the agent in as a new one`;
  return refuse("state_conflict", message, { expected: "active", actual: status, status });
}
