/**
 * The rules for changes of members, by the shard's own members: the edge admitted the request
 * by its copy, and roles may have changed since.
 */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { type Role, rolePermits, type TenantPermission } from "../../contract/declare/roles.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { MemberDocument } from "./member_document.ts";
import { membershipsOf } from "./tenant_facts.ts";
import type { TenantState } from "./tenant_state.ts";

/** The role of the person who asks; undefined where the person is no member any more. */
export function roleOfActor(
  state: TenantState,
  { actor, principal }: Pick<DecisionContext, "actor"> & { principal: { tenantId: string } },
): Role | undefined {
  return memberOf(state, actor.id, principal.tenantId)?.role;
}

/** The membership of the person in the company that is in force. */
export function memberOf(
  state: TenantState,
  userId: string,
  tenantId: string,
): MemberDocument | undefined {
  return membershipsOf(state, userId).find((member) => member.tenantId === tenantId);
}

/** `missing_required_permission` unless the role permits it. */
export function refuseWithout(
  permission: TenantPermission,
  role: Role | undefined,
): Refusal<"missing_required_permission"> | undefined {
  if (role !== undefined && rolePermits(role, permission, "live")) return undefined;
  const who = role === undefined ? "no member of the company" : `the role ${role}, which lacks it`;
  const message = `the permission ${permission} is needed, and the caller is ${who}`;
  return refuse("missing_required_permission", message, { permission, role: role ?? "none" });
}

/** Only owners make, change and remove owners. `concerned`: the roles before and after. */
export function refuseAboutOwners(
  role: Role | undefined,
  concerned: readonly Role[],
): Refusal<"missing_required_permission"> | undefined {
  if (role === "owner" || !concerned.includes("owner")) return undefined;
  const message = "only an owner may invite, make, change or remove an owner";
  return refuse("missing_required_permission", message, {
    permission: "members:write",
    role: role ?? "none",
  });
}

/** `state_conflict` where the company would be without an owner. `after`: the member's next role. */
export function refuseLastOwner(
  { members }: TenantState,
  member: MemberDocument,
  after: Role | undefined,
): Refusal<"state_conflict"> | undefined {
  if (member.role !== "owner" || after === "owner") return undefined;
  const owners = members
    .inGroup("active", member.tenantId)
    .filter(({ role }) => role === "owner").length;
  if (owners > 1) return undefined;
  const message = `${member.memberId} is the last owner: make another member an owner first`;
  return refuse("state_conflict", message, { expected: "another owner", actual: "the last owner" });
}

/** `state_conflict` for a member who was removed. */
export function refuseRemoved({
  memberId,
  status,
}: MemberDocument): Refusal<"state_conflict"> | undefined {
  if (status === "active") return undefined;
  const message = `${memberId} is ${status} and stays so; an invitation makes a new member`;
  return refuse("state_conflict", message, { expected: "active", actual: status, status });
}
