/** Which invitations of a company wait to be accepted. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { InvitationDocument } from "./invitation_document.ts";
import type { InvitationFact } from "./tenant_facts.ts";
import { invitationStatus } from "./tenant_nouns.ts";
import type { TenantState } from "./tenant_state.ts";

export function pendingInvitations(
  { invitations }: TenantState,
  tenantId: string,
  nowMs: number,
): InvitationDocument[] {
  return invitations
    .inGroup("pending", tenantId)
    .filter((invitation) => invitationStatus(invitation, nowMs) === "pending");
}

/** The pending invitation in its final status. */
export function endedInvitation(
  { realm: _, ...invitation }: InvitationDocument,
  status: "accepted" | "revoked",
  nowMs: number,
): InvitationFact {
  const ended = { ...invitation, status, updatedAtMs: nowMs };
  return { kind: "invitation.changed.1", invitation: ended };
}

/** `state_conflict` unless the invitation waits. */
export function refuseNotPending(
  invitation: InvitationDocument,
  nowMs: number,
): Refusal<"state_conflict"> | undefined {
  const status = invitationStatus(invitation, nowMs);
  if (status === "pending") return undefined;
  const message = `${invitation.invitationId} is ${status}: only a pending invitation can be revoked`;
  return refuse("state_conflict", message, { expected: "pending", actual: status, status });
}
