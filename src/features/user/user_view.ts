/** The person as answers and the audit feed show him. */
import { isoTime } from "../../base/iso_time.ts";
import type { Decision } from "../../contract/declare/operation.ts";
import type { CallOrigin } from "../../contract/declare/preparation.ts";
import type { ErrorCode } from "../../contract/refusals/error_catalog.ts";
import { audited } from "../audit/audit_note.ts";
import type { Owner } from "../own_person.ts";
import { membershipsOf } from "../tenant/tenant_facts.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import type { UserDocument } from "./user_document.ts";
import type { User } from "./user_schema.ts";

type Shown = Omit<UserDocument, "realm" | "passwordHash">;

export function userResource(user: Shown, tenants: User["tenants"]): User {
  const { userId, email, displayName, totp, revision, createdAtMs, updatedAtMs } = user;
  return {
    userId,
    email,
    displayName,
    mfa: { totp: totp !== undefined },
    tenants,
    revision,
    createdAt: isoTime(createdAtMs),
    updatedAt: isoTime(updatedAtMs),
  };
}

/** The companies of the person, oldest membership first. */
export function tenantsOf(state: TenantState, userId: string): User["tenants"] {
  return membershipsOf(state, userId).map(({ tenantId, memberId, role }) => {
    const name = state.tenants.find(tenantId)?.name ?? "";
    return { tenantId, name, memberId, role };
  });
}

/** Of the companies of the person, those that the owner sees: a token its own alone. */
export function tenantsFor({ tenantId }: Owner, tenants: User["tenants"]): User["tenants"] {
  return tenants.filter((tenant) => tenantId === undefined || tenant.tenantId === tenantId);
}

/** What the audit feed shows of a person: no other company, and no secret. */
function auditView({ userId, email, displayName, totp }: Shown) {
  const mfa = { totp: totp !== undefined, recoveryCodesLeft: totp?.recoveryDigests.length ?? 0 };
  return { userId, email, displayName, mfa };
}

/** The decision with a note for each company of the person. */
export function auditedUser<C extends ErrorCode>(
  state: TenantState,
  decision: Decision<C>,
  { before, after }: { before: Shown; after: Shown },
  from: CallOrigin,
): Decision<C> {
  const tenantIds = membershipsOf(state, before.userId).map(({ tenantId }) => tenantId);
  const resource = { type: "user", id: before.userId };
  const note = { tenantIds, resource, before: auditView(before), after: auditView(after) };
  return audited(decision, note, from);
}
