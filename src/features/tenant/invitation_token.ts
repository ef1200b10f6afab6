/** The secret of an invitation: where it stands in the link, and what is stored of it. */
import type { InvitationDocument } from "./invitation_document.ts";
import type { TenantState } from "./tenant_state.ts";

/** What the digest of the token is made under. */
export const INVITATION_DIGEST = "invitation";

/**
 * The link of the mail. The token is behind `#`, which a browser sends to no server: so it is in no
 * log of requests, here or on the way.
 */
export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/console/invitations#token=${token}`;
}

/** The invitation whose token has one of the digests. */
export function invitationWithToken(
  { invitations }: Pick<TenantState, "invitations">,
  tokenDigests: readonly string[],
): InvitationDocument | undefined {
  return tokenDigests.flatMap((digest) => invitations.inGroup("tokenDigest", digest))[0];
}
