/**
 * The personal values in an agent's request, which the person who decides about it must see. They stand in the log
 * sealed, under a key that exists in memory alone and for twenty minutes at most.
 */
import type { ReadContext } from "../../contract/declare/operation.ts";
import { namedPermission, rolePermits } from "../../contract/declare/roles.ts";
import {
  type AgentApprovalDocument,
  isOpenApproval,
  statusOfApproval,
} from "../agent/approval_document.ts";
import { permissionToApprove } from "../agent/approval_noun.ts";

/**
 * The arguments with their personal values and without secret ones. Undefined where there are no personal values, for
 * every caller but a browser session whose role permits to approve, once the request is decided or too old, and where
 * the key is gone.
 */
export function personalArgumentsFor(
  approval: AgentApprovalDocument,
  { caller, nowMs, openPassing }: Pick<ReadContext, "caller" | "nowMs" | "openPassing">,
): Record<string, unknown> | undefined {
  const { sealedArguments, argumentsDigest, expiresAtMs } = approval;
  if (sealedArguments === undefined || caller.kind !== "session") return undefined;
  const { permission } = namedPermission(permissionToApprove(approval));
  if (caller.role === undefined || !rolePermits(caller.role, permission, "live")) return undefined;
  const status = statusOfApproval({ status: approval.status, expiresAtMs }, nowMs);
  if (!isOpenApproval({ status })) return undefined;
  const text = openPassing?.(sealedArguments, argumentsDigest);
  return text === undefined ? undefined : JSON.parse(text);
}
