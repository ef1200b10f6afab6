/** The approval as reads show it: with the names that people gave to the agent and to the Product. */
import type { ReadContext } from "../../contract/operation.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { decodeDocument } from "../../contract/table.ts";
import { agentMembers } from "../agent/agent_resources.ts";
import type { AgentApprovalDocument } from "../agent/approval_document.ts";
import { agentApprovalResource } from "../agent/approval_resource.ts";
import type { AgentApproval } from "../agent/approval_schema.ts";
import { PLATFORM_TABLE, type ProductDocument } from "../platform/platform_state.ts";

export function seenApproval(
  snapshot: Snapshot,
  approval: AgentApprovalDocument,
  { nowMs, realm }: Pick<ReadContext, "nowMs" | "realm">,
): AgentApproval {
  const agent = agentMembers.find(snapshot, realm, approval.agentMemberId)?.document;
  return agentApprovalResource(approval, nowMs, {
    agentName: agent?.name,
    productName: productName(snapshot, realm, approval.productId),
    origin: approval.origin,
  });
}

function productName(
  snapshot: Snapshot,
  realm: number | undefined,
  productId: string | undefined,
): string | undefined {
  if (realm === undefined || productId === undefined) return undefined;
  const value = snapshot.get(PLATFORM_TABLE.product, realm, productId);
  return value === undefined ? undefined : decodeDocument<ProductDocument>(value).name;
}
