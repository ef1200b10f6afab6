/** The invitation that a sign-up accepts. */
import type { PreparationTools } from "../../contract/preparation.ts";
import type { InvitationDocument } from "../tenant/invitation_document.ts";
import type { InvitationFact } from "../tenant/tenant_facts.ts";
import type { TenantState } from "../tenant/tenant_state.ts";

/** The digest by which an invitation is found. */
export function invitationDigest({ digest }: Pick<PreparationTools, "digest">, token: string) {
  return digest("invitation", token);
}

/** The invitation of the address with the digest, where it can be accepted now. */
export function openInvitation(
  { invitations }: TenantState,
  tokenDigest: string | undefined,
  email: string,
  nowMs: number,
): InvitationDocument | undefined {
  if (tokenDigest === undefined) return undefined;
  const found = invitations.inGroup("tokenDigest", tokenDigest)[0];
  return found !== undefined && isOpen(found, email, nowMs) ? found : undefined;
}

/** The same by its id, which a sign-up that was begun keeps. */
export function stillOpenInvitation(
  { invitations }: TenantState,
  invitationId: string,
  email: string,
  nowMs: number,
): InvitationDocument | undefined {
  const found = invitations.find(invitations.keyOf(invitationId));
  return found !== undefined && isOpen(found, email, nowMs) ? found : undefined;
}

export function acceptedInvitation(
  { realm: _, ...invitation }: InvitationDocument,
  nowMs: number,
): InvitationFact {
  return {
    kind: "invitation.changed.1",
    invitation: { ...invitation, status: "accepted", updatedAtMs: nowMs },
  };
}

function isOpen(invitation: InvitationDocument, email: string, nowMs: number): boolean {
  const { status, expiresAtMs } = invitation;
  return status === "pending" && nowMs < expiresAtMs && invitation.email === email;
}
