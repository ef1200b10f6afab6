/** tenant.invitation.accept: become a member of the company that has invited the caller. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { SECRET } from "../../contract/declare/redaction.ts";
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { audited } from "../audit/audit_note.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import type { UserState } from "../user/user_state.ts";
import { endedInvitation } from "./invitation_rules.ts";
import { INVITATION_DIGEST, invitationWithToken } from "./invitation_token.ts";
import { memberOf } from "./member_rules.ts";
import { memberResource } from "./member_view.ts";
import { newMember } from "./tenant_facts.ts";
import { MEMBERS_MAX } from "./tenant_limits.ts";
import { invitationStatus } from "./tenant_nouns.ts";
import { Member } from "./tenant_schema.ts";
import type { TenantState } from "./tenant_state.ts";

export const tenantInvitationAccept = declareWrite<TenantState & UserState>()({
  id: "tenant.invitation.accept",
  summary: "Accept an invitation",
  description:
    "For a person who is logged in and has the address that was invited. The token is behind `#token=` in the link of the mail. `X-Service-Tenant` with the company's id then names it in further requests.",
  http: { method: "POST", path: "/tenant/invitations/accept" },
  principals: ["session"],
  scope: undefined,
  // The rules of the session's company (`mfa`) do not apply to the company that has invited the person.
  mfa: "never",
  // The caller is no member yet, so no credential names the company.
  acts: { on: "platform" },
  body: Type.Object(
    {
      token: Type.String({
        minLength: 1,
        maxLength: 200,
        description: "The secret of the link; it can be used once.",
        ...SECRET,
      }),
    },
    {
      title: "InvitationAcceptance",
      description: "The proof that the mail arrived.",
      additionalProperties: false,
    },
  ),
  output: Member,
  refusals: ["resource_not_found", "state_conflict", "state_constraint_failed"],
  events: [],
  prepare: async ({ token }, { from, digests }) => ({
    from,
    tokenDigests: digests(INVITATION_DIGEST, token),
  }),
  decide(state, _input, context) {
    const { nowMs, actor, prepared } = context;
    const invitation = invitationWithToken(state, prepared.tokenDigests);
    const person = state.users.byId(PLATFORM_REALM, actor.id);
    const isOwn = invitation !== undefined && invitation.email === person?.email;
    if (!isOwn || invitationStatus(invitation, nowMs) !== "pending") return refuseToken();
    const { tenantId, role } = invitation;
    const refusal =
      refuseMember(memberOf(state, actor.id, tenantId)?.memberId) ??
      refuseFull(state.members.inGroup("active", tenantId).length);
    if (refusal !== undefined) return refusal;
    const added = newMember({ tenantId, userId: actor.id, role }, context);
    const after = memberResource(added.member, person);
    const facts = [added, endedInvitation(invitation, "accepted", nowMs)];
    const resource = { type: "member", id: after.memberId };
    const note = { tenantIds: [tenantId], resource, after };
    return audited(accept(facts, after), note, prepared.from);
  },
});

/** One refusal for a token that is unknown, used, revoked or too old, and for the token of another person. */
function refuseToken(): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", "no invitation of this person has this token", {
    resourceType: "invitation",
  });
}

function refuseMember(memberId: string | undefined): Refusal<"state_conflict"> | undefined {
  if (memberId === undefined) return undefined;
  return refuse("state_conflict", `the caller is the member ${memberId} already`, {
    expected: "no member",
    actual: "member",
  });
}

function refuseFull(count: number): Refusal<"state_constraint_failed"> | undefined {
  if (count < MEMBERS_MAX) return undefined;
  const message = `the company has ${count} members; at most ${MEMBERS_MAX}`;
  return refuseConstraint("members", message, { limit: MEMBERS_MAX });
}
