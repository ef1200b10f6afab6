/** tenant.invitation.create: invite a person to the company by mail. */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { mailSecretsText } from "../../contract/declare/mail.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { canonicalEmail, EmailAddress } from "../../contract/values/email_address.ts";
import { audited } from "../audit/audit_note.ts";
import { mailTo } from "../mail/mail_effect.ts";
import { userByEmail } from "../user/user_facts.ts";
import type { UserState } from "../user/user_state.ts";
import { INVITATION_LASTS_MS } from "./invitation_document.ts";
import { endedInvitation, pendingInvitations } from "./invitation_rules.ts";
import { INVITATION_DIGEST, invitationLink } from "./invitation_token.ts";
import { memberOf, refuseAboutOwners, refuseWithout, roleOfActor } from "./member_rules.ts";
import type { InvitationFact } from "./tenant_facts.ts";
import { PENDING_INVITATIONS_MAX } from "./tenant_limits.ts";
import { invitationResource } from "./tenant_nouns.ts";
import { Invitation, RoleName } from "./tenant_schema.ts";
import type { TenantState } from "./tenant_state.ts";
import { tenantFor } from "./tenant_views.ts";

export const tenantInvitationCreate = declareWrite<TenantState & UserState>()({
  id: "tenant.invitation.create",
  summary: "Invite a person",
  description: `Mails a link that can be used once within 7 days, by the person who has this address. An address has one pending invitation of a company: a second one revokes the first. At most ${PENDING_INVITATIONS_MAX} are pending.`,
  http: { method: "POST", path: "/tenant/invitations", status: 201 },
  principals: ["session"],
  scope: undefined,
  permission: "members:write",
  acts: { on: "tenant" },
  body: Type.Object(
    { email: EmailAddress, role: RoleName },
    {
      title: "InvitationDraft",
      description: "Whom to invite, and as what.",
      additionalProperties: false,
    },
  ),
  output: Invitation,
  refusals: ["missing_required_permission", "state_conflict", "state_constraint_failed"],
  events: [],
  async prepare({ email }, { from, newCredential, digest, sealed, publicUrl }) {
    const to = canonicalEmail(email);
    invariant(to !== undefined, "the schema takes addresses only");
    const { text } = newCredential("invite");
    const link = invitationLink(publicUrl, text);
    return {
      from,
      to,
      tokenDigest: digest(INVITATION_DIGEST, text),
      sealed: sealed(mailSecretsText("invitation", { link }), to),
    };
  },
  decide(state, { role }, context) {
    const { nowMs, prepared } = context;
    const { from, to, tokenDigest, sealed } = prepared;
    const { tenantId, name: company } = tenantFor(state, context);
    const pending = pendingInvitations(state, tenantId, nowMs);
    const replaced = pending.filter(({ email }) => email === to);
    const actorRole = roleOfActor(state, context);
    const refusal =
      refuseWithout("members:write", actorRole) ??
      refuseAboutOwners(actorRole, [role, ...replaced.map((earlier) => earlier.role)]) ??
      refuseMember(state, to, tenantId) ??
      refuseFull(pending.length - replaced.length);
    if (refusal !== undefined) return refusal;
    const expiresAtMs = nowMs + INVITATION_LASTS_MS;
    const created: InvitationFact = {
      kind: "invitation.created.1",
      invitation: {
        invitationId: context.newId("inv"),
        tenantId,
        email: to,
        role,
        status: "pending",
        tokenDigest,
        createdAtMs: nowMs,
        expiresAtMs,
        updatedAtMs: nowMs,
      },
    };
    const ended = replaced.map((earlier) => endedInvitation(earlier, "revoked", nowMs));
    const mail = mailTo({
      to,
      template: "invitation",
      values: { company, role },
      sealed,
      expiresAtMs,
    });
    const after = invitationResource(created.invitation, nowMs);
    const decision = { ...accept([...ended, created], after), effects: [mail] };
    const resource = { type: "invitation", id: after.invitationId };
    const note = { tenantIds: [tenantId], resource, after };
    return audited(decision, note, from);
  },
});

/** Refuses an address of a member of this company; the refusal tells nothing that members cannot see anyway. */
function refuseMember(
  state: TenantState & UserState,
  email: string,
  tenantId: string,
): Refusal<"state_conflict"> | undefined {
  const user = userByEmail(state, email);
  const member = user && memberOf(state, user.userId, tenantId);
  if (member === undefined) return undefined;
  return refuse("state_conflict", `this address is of the member ${member.memberId} already`, {
    expected: "no member",
    actual: "member",
  });
}

function refuseFull(count: number): Refusal<"state_constraint_failed"> | undefined {
  if (count < PENDING_INVITATIONS_MAX) return undefined;
  const message = `${count} invitations are pending; at most ${PENDING_INVITATIONS_MAX}: revoke some`;
  return refuseConstraint("pending_invitations", message, { limit: PENDING_INVITATIONS_MAX });
}
