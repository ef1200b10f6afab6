/** Who may decide about an agent's request, and when. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { namedPermission, rolePermits } from "../../contract/declare/roles.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { statusOfGrant } from "../agent/agent_document.ts";
import {
  type AgentApprovalDocument,
  type StoredApproval,
  statusOfApproval,
} from "../agent/approval_document.ts";
import { permissionToApprove } from "../agent/approval_noun.ts";
import { roleOfActor } from "../tenant/member_rules.ts";
import type { TenantState } from "../tenant/tenant_state.ts";

/**
 * `missing_required_permission` unless the role of the person permits the operation in live: nobody approves
 * what they may not do.
 */
export function refuseApprover(
  state: TenantState,
  approval: Pick<StoredApproval, "operation">,
  context: Pick<DecisionContext, "actor" | "principal">,
): Refusal<"missing_required_permission"> | undefined {
  const role = roleOfActor(state, context);
  const name = permissionToApprove(approval);
  const { permission } = namedPermission(name);
  if (role !== undefined && rolePermits(role, permission, "live")) return undefined;
  const who = role === undefined ? "no member of the company" : `the role ${role}, which lacks it`;
  const { operation } = approval;
  return refuse(
    "missing_required_permission",
    `the permission ${name} is needed for ${operation}, and the caller is ${who}`,
    { permission: name, role: role ?? "none" },
  );
}

/** `state_conflict` unless the request waits for a person, whose grant to the agent is in force. */
export function refuseDecided(
  { agentGrants }: TenantState,
  approval: AgentApprovalDocument,
  nowMs: number,
): Refusal<"state_conflict"> | undefined {
  const { agentApprovalId, agentGrantId, realm } = approval;
  const status = statusOfApproval(approval, nowMs);
  if (status !== "pending") {
    const message = `${agentApprovalId} is ${status}; the agent asks again with a new key`;
    return refuse("state_conflict", message, { expected: "pending", actual: status, status });
  }
  const grant = agentGrants.byId(realm, agentGrantId);
  const ofGrant = grant === undefined ? "unknown" : statusOfGrant(grant, nowMs);
  if (ofGrant === "active") return undefined;
  const message = `the grant of the agent is ${ofGrant}, so nothing of it can be approved any more`;
  return refuse("state_conflict", message, { expected: "active", actual: ofGrant });
}
