/** The mails that tell the owners of a company of a credential of live that the operator has made in it. */
import { invariant } from "../../base/invariant.ts";
import type { Effect } from "../../contract/declare/effect.ts";
import { mailTo } from "../mail/mail_effect.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { mailsToOwners } from "./owner_mails.ts";
import type { UserDocument } from "./user_document.ts";
import type { UserState } from "./user_state.ts";

/** `credential`: which one it is, in words, without its text. */
export function mailsOfCredential(
  state: TenantState & UserState,
  tenantId: string,
  credential: string,
): Effect[] {
  const tenant = state.tenants.find(tenantId);
  invariant(tenant !== undefined, "a credential is made in a company that is there");
  const { name: company } = tenant;
  return mailsToOwners(state, tenantId, (owner) =>
    mailOfCredential(owner, { company, credential }),
  );
}

export function mailOfCredential(
  { email: to, displayName: name }: Pick<UserDocument, "email" | "displayName">,
  said: { company: string; credential: string },
): Effect {
  return mailTo({ to, template: "credential_by_operator", values: { name, ...said } });
}
