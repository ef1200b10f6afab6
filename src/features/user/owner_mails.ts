/** Mails to the owners of a company: what all of them are told. */
import type { Effect } from "../../contract/declare/effect.ts";
import { canHaveMailbox } from "../../contract/values/email_address.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import type { UserDocument } from "./user_document.ts";
import type { UserState } from "./user_state.ts";

/** The most owners that get a mail of one decision. */
export const OWNERS_TOLD_MAX = 20;

/** One mail for each owner of the company who can have one, as `mailOf` writes it for that owner. */
export function mailsToOwners(
  { members, users }: TenantState & UserState,
  tenantId: string,
  mailOf: (owner: UserDocument) => Effect,
): Effect[] {
  const owners = members.inGroup("active", tenantId).filter(({ role }) => role === "owner");
  return owners.slice(0, OWNERS_TOLD_MAX).flatMap(({ userId }) => {
    const owner = users.byId(PLATFORM_REALM, userId);
    return owner !== undefined && canHaveMailbox(owner.email) ? [mailOf(owner)] : [];
  });
}
