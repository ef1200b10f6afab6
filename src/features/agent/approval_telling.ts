/** Tells the live realm of the Product of an approval's events, so that its webhooks and streams report them. */
import type { Place } from "../../base/id.ts";
import type { Effect } from "../../contract/declare/effect.ts";
import { tellInEnvironment } from "../platform/platform_telling.ts";
import type { AgentState } from "./agent_state.ts";
import type { AgentApprovalEventType } from "./agent_told.ts";
import type { StoredApproval } from "./approval_document.ts";
import { agentApprovalResource } from "./approval_noun.ts";
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
 * The effects that tell an event of an approval; none of an approval that is about no Product. `place`: of the record
 * that decides the event. The request that approves or denies is answered after the telling; a call that uses an
 * approval does not wait for it.
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
