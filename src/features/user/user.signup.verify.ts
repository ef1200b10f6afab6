/** user.signup.verify: completes a sign-up with the code of the mail; makes person, company and session. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import { audited } from "../audit/audit_note.ts";
import type { TenantChanged } from "../platform/platform_facts.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { endedInvitation } from "../tenant/invitation_rules.ts";
import { newMember } from "../tenant/tenant_facts.ts";
import { stillOpenInvitation } from "./accepted_invitation.ts";
import { BegunSession, beginSession, sessionMaterial } from "./begun_session.ts";
import { afterWrongCode, isDigestIn, openPending, seenPending, sentCode } from "./one_time_code.ts";
import { SIGNUP_PREFIX, type SignupDocument } from "./pending_document.ts";
import type { SignupEnded, SignupFact } from "./pending_facts.ts";
import { type UserFact, userByEmail } from "./user_facts.ts";
import { refuseCredentials } from "./user_refusals.ts";
import { MailedDigits } from "./user_schema.ts";
import type { PeopleState } from "./user_state.ts";

export const userSignupVerify = declareWrite<PeopleState>()({
  id: "user.signup.verify",
  summary: "Complete a sign-up",
  description:
    "Makes the person, and the company with the person as its owner, or the membership of the company that invited; begins a browser session. Products begin in sandbox.",
  http: { method: "POST", path: "/auth/signup/{signupId}/verify" },
  principals: ["public"],
  scope: undefined,
  acts: { on: "platform" },
  path: Type.Object({ signupId: Id(SIGNUP_PREFIX) }),
  body: Type.Object(
    { code: MailedDigits },
    {
      title: "SignupVerification",
      description: "The code of the mail that completes a sign-up.",
      additionalProperties: false,
    },
  ),
  output: BegunSession,
  head: { session: "begins" },
  limitsGuesses: "mailed_code",
  refusals: ["invalid_credentials"],
  events: [],
  preparesWith: { snapshot: true },
  async prepare({ signupId, code }, tools) {
    const pending = seenPending<SignupDocument>(
      tools,
      PLATFORM_TABLE.signup,
      SIGNUP_PREFIX,
      signupId,
    );
    return {
      sent: sentCode(tools, "signup", pending, { code, email: pending?.email }),
      session: sessionMaterial(tools),
    };
  },
  decide(state, { signupId }, context) {
    const { nowMs, newId, prepared } = context;
    const { codeDigests, requester } = prepared.sent;
    const at = { prefix: SIGNUP_PREFIX, id: signupId, requester };
    const signup = openPending(state.signups, at, nowMs);
    if (signup === undefined) return refuseCredentials();
    if (!isDigestIn(signup.codeDigest, codeDigests)) {
      const tried = afterWrongCode(signup, requester);
      const fact: SignupFact = { kind: "signup.changed.1", signup: tried };
      return refuseCredentials([fact]);
    }
    const { email, displayName, passwordHash, company, invitationId } = signup;
    const invitation =
      invitationId === undefined
        ? undefined
        : stillOpenInvitation(state, invitationId, email, nowMs);
    const ended: SignupEnded = { kind: "signup.ended.1", signupId };
    const isGone = invitationId !== undefined && invitation === undefined;
    if (isGone || userByEmail(state, email) !== undefined) return refuseCredentials([ended]);

    const userId = newId("usr");
    const times = { createdAtMs: nowMs, updatedAtMs: nowMs, revision: 1 };
    const user: UserFact = {
      kind: "user.created.1",
      user: { userId, email, displayName, passwordHash, ...times },
    };
    const tenantId = invitation?.tenantId ?? newId("ten");
    const tenant = { tenantId, name: company ?? "", createdAtMs: nowMs };
    const joined: TenantChanged | ReturnType<typeof endedInvitation> =
      invitation === undefined
        ? { kind: "tenant.created.1", tenant }
        : endedInvitation(invitation, "accepted", nowMs);
    const member = newMember({ tenantId, userId, role: invitation?.role ?? "owner" }, context);
    const begun = beginSession(state, { userId, tenantId, mfa: false }, prepared.session, context);
    const facts = [ended, user, joined, member, ...begun.facts];
    const { memberId, role } = member.member;
    const after = { userId, email, displayName, memberId, role };
    const note = { tenantIds: [tenantId], resource: { type: "user", id: userId }, after };
    return audited(accept(facts, begun.reply), note, prepared.session.from);
  },
});
