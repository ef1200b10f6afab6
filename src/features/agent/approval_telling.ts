/** Approvals are told of in the live realm of their Product, so that whoever listens there can show them at once. */
import type { Place } from "../../base/id.ts";
import type { Effect } from "../../contract/declare/effect.ts";
import { tellInEnvironment } from "../platform/platform_telling.ts";
import type { AgentState } from "./agent_state.ts";
import type { AgentApprovalEventType } from "./agent_told.ts";
import type { StoredApproval } from "./approval_document.ts";
import { agentApprovalResource } from "./approval_resource.ts";
import type { AgentApproval } from "./approval_schema.ts";

/** The approval as every answer and event shows it, with the names that people gave. */
export function shownApproval(
  { agentMembers, products }: AgentState,
  approval: StoredApproval,
  nowMs: number,
): AgentApproval {
  const { agentMemberId, productId } = approval;
  return agentApprovalResource(approval, nowMs, {
    agentName: agentMembers.find(agentMembers.keyOf(agentMemberId))?.name,
    productName: productId === undefined ? undefined : products.find(productId)?.name,
  });
}

/**
 * Nothing of an approval that is about no Product. `place`: of the record that decides it. Who approves or denies
 * waits until it is told; a call that uses an approval goes on meanwhile.
 */
export function tellApproval(
  state: AgentState,
  type: AgentApprovalEventType,
  approval: StoredApproval,
  { place, nowMs }: { place: Place; nowMs: number },
): Effect[] {
  const { productId } = approval;
  const product = productId === undefined ? undefined : state.products.find(productId);
  if (product === undefined || product.status === "closed") return [];
  const agentApproval = shownApproval(state, approval, nowMs);
  const input = { type, agentApproval, origin: place };
  const told = tellInEnvironment(product, "live", { operation: "agent.tell", input });
  if (type !== "agent_approval.consumed") return told;
  return told.map((effect): Effect => ({ ...effect, isAwaited: false }));
}
