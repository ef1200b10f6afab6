/**
 * The approval as reads show it: with the names that people gave to the agent and to the Product, and the operation
 * that it let run, which the shard of that operation remembers by the key.
 */
import type { ReadContext } from "../../contract/declare/operation.ts";
import { type RealmNames, tenantNames } from "../../contract/declare/principal.ts";
import { approvedCallIn } from "../../contract/tables/approved_index.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { agentMembers } from "../agent/agent_nouns.ts";
import type { AgentApprovalDocument } from "../agent/approval_document.ts";
import { agentApprovalResource } from "../agent/approval_noun.ts";
import type { AgentApproval } from "../agent/approval_schema.ts";
import { announcedOperation } from "../announced.ts";
import type { ProductDocument } from "../platform/platform_state.ts";
import { suffixOfRecord } from "../record_walk.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";

type Seen = Pick<ReadContext, "nowMs" | "realm" | "shardAt">;

export function seenApproval(
  snapshot: Snapshot,
  approval: AgentApprovalDocument,
  { nowMs, realm, shardAt }: Seen,
  personalArguments?: Record<string, unknown>,
): AgentApproval {
  const agent = agentMembers.find(snapshot, realm, approval.agentMemberId)?.document;
  const product = productIn(snapshot, realm, approval.productId);
  const consumedOperationId = consumedOperation(snapshot, approval, { product, shardAt });
  return agentApprovalResource(approval, nowMs, {
    agentName: agent?.name,
    productName: product?.name,
    origin: approval.origin,
    personalArguments,
    consumedOperationId,
  });
}

function productIn(
  snapshot: Snapshot,
  realm: number | undefined,
  productId: string | undefined,
): ProductDocument | undefined {
  if (realm === undefined || productId === undefined) return undefined;
  const value = snapshot.get(PLATFORM_TABLE.product, realm, productId);
  return value === undefined ? undefined : decodeDocument<ProductDocument>(value);
}

/**
 * The operation that decided the call; undefined for a read, of which there is none, and until the view of the
 * shard that decides the call shows its record.
 */
function consumedOperation(
  snapshot: Snapshot,
  { status, operation, tenantId, environment, idempotencyKey, agentGrantId }: AgentApprovalDocument,
  { product, shardAt }: { product: ProductDocument | undefined } & Pick<Seen, "shardAt">,
): string | undefined {
  const declared = announcedOperation(operation);
  if (status !== "consumed" || declared?.type !== "write") return undefined;
  let [decidedIn, names]: [Snapshot | undefined, RealmNames] = [snapshot, tenantNames(tenantId)];
  if ((declared.acts?.on ?? "product") === "product") {
    if (product === undefined) return undefined;
    decidedIn = shardAt?.(product.placement[environment]);
    names = { tenantId, productId: product.productId, environment };
  }
  const record = decidedIn && approvedCallIn(decidedIn, names, idempotencyKey);
  // Another grant may have used the same text as a key before: then nothing ran by this approval.
  const isOwn = record?.operation === operation && record.principalId === agentGrantId;
  return isOwn ? `op_${suffixOfRecord(record)}` : undefined;
}
