/** Who may change agents and grants: the person who let the agent in, and members who manage members. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { refuseWithout, roleOfActor } from "../tenant/member_rules.ts";
import type { TenantState } from "../tenant/tenant_state.ts";

/** `missing_required_permission` for whoever is neither `ownerId` nor manages the company's members. */
export function refuseOthers(
  state: TenantState,
  context: Pick<DecisionContext, "actor"> & { principal: { tenantId: string } },
  ownerId: string,
): Refusal<"missing_required_permission"> | undefined {
  const role = roleOfActor(state, context);
  const isOwn = role !== undefined && context.actor.id === ownerId;
  return isOwn ? undefined : refuseWithout("members:write", role);
}
