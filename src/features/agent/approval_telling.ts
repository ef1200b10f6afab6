/** Approvals are told of in the live realm of their Product, so that whoever listens there can show them at once. */
import type { Place } from "../../base/id.ts";
import type { Effect } from "../../contract/effect.ts";
import { tellInEnvironment } from "../platform/platform_telling.ts";
import type { AgentState } from "./agent_state.ts";
import type { AgentApprovalEventType } from "./agent_told.ts";
import type { StoredApproval } from "./approval_document.ts";
import { agentApprovalResource } from "./approval_resource.ts";

/** Nothing of an approval that is about no Product. `place`: of the record that decides it. */
export function tellApproval(
  { products }: AgentState,
  type: AgentApprovalEventType,
  approval: StoredApproval,
  { place, nowMs }: { place: Place; nowMs: number },
): Effect[] {
  const product = approval.productId === undefined ? undefined : products.find(approval.productId);
  if (product === undefined || product.status === "closed") return [];
  const agentApproval = agentApprovalResource(approval, nowMs);
  const input = { type, agentApproval, origin: place };
  return tellInEnvironment(product, "live", { operation: "agent.tell", input });
}
