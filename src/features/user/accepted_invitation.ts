/** The invitation that a sign-up accepts. */
import type { PreparationTools } from "../../contract/declare/preparation.ts";
import type { InvitationDocument } from "../tenant/invitation_document.ts";
import { INVITATION_DIGEST, invitationWithToken } from "../tenant/invitation_token.ts";
import { MEMBERS_MAX } from "../tenant/tenant_limits.ts";
import { invitationStatus } from "../tenant/tenant_nouns.ts";
import type { TenantState } from "../tenant/tenant_state.ts";

/** The digests by which an invitation is found. */
export function invitationDigests({ digests }: Pick<PreparationTools, "digests">, token: string) {
  return digests(INVITATION_DIGEST, token);
}

/** The invitation of the address with one of the digests, where it can be accepted now. */
export function openInvitation(
  state: TenantState,
  tokenDigests: readonly string[] | undefined,
  email: string,
  nowMs: number,
): InvitationDocument | undefined {
  if (tokenDigests === undefined) return undefined;
  const found = invitationWithToken(state, tokenDigests);
  return found !== undefined && isOpen(state, found, email, nowMs) ? found : undefined;
}

/** The invitation of the address with the id, which a sign-up keeps, where it can be accepted now. */
export function stillOpenInvitation(
  state: TenantState,
  invitationId: string,
  email: string,
  nowMs: number,
): InvitationDocument | undefined {
  const found = state.invitations.find(state.invitations.keyOf(invitationId));
  return found !== undefined && isOpen(state, found, email, nowMs) ? found : undefined;
}

/** Whether the invitation waits for this address, and its company has room for one more member. */
function isOpen(
  { members }: TenantState,
  invitation: InvitationDocument,
  email: string,
  nowMs: number,
): boolean {
  const isWaiting = invitationStatus(invitation, nowMs) === "pending";
  if (!isWaiting || invitation.email !== email) return false;
  return members.inGroup("active", invitation.tenantId).length < MEMBERS_MAX;
}
