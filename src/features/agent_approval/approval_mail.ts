/** The mail to the person on whose behalf an agent asks for something in live. */
import type { Effect } from "../../contract/declare/effect.ts";
import { MAILED_EVERY_MS, type StoredApproval } from "../agent/approval_document.ts";
import { mailTo } from "../mail/mail_effect.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import type { UserState } from "../user/user_state.ts";

/**
 * The mail, at most one a minute for a grant, so that an agent cannot flood a mailbox: the page shows all that wait.
 * `before`: earlier requests of the grant.
 */
export function approvalMail(
  { users, agentMembers, products }: TenantState & UserState,
  approval: StoredApproval,
  before: readonly Pick<StoredApproval, "requestedAtMs">[],
): Effect[] {
  const { agentApprovalId, agentMemberId, delegatorUserId, operation, productId } = approval;
  const { requestedAtMs, expiresAtMs } = approval;
  const isRecent = before.some((each) => requestedAtMs - each.requestedAtMs < MAILED_EVERY_MS);
  const person = users.byId(PLATFORM_REALM, delegatorUserId);
  if (isRecent || person === undefined) return [];
  const agent = agentMembers.find(agentMembers.keyOf(agentMemberId));
  const product = productId === undefined ? undefined : products.find(productId);
  const values = {
    name: person.displayName,
    agent: agent?.name ?? agentMemberId,
    operation,
    product: product?.name ?? "the company",
    approval: agentApprovalId,
  };
  const { email: to } = person;
  return [mailTo({ to, template: "agent_approval_requested", values, expiresAtMs })];
}
