/**
 * platform.user.mfa.reset: take away the second factor of a person who has lost it. Every session of
 * the person ends, and a mail tells the person.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import { audited } from "../audit/audit_note.ts";
import { mailTo } from "../mail/mail_effect.ts";
import { endSessionsOf } from "../session/session_end.ts";
import type { SessionState } from "../session/session_noun.ts";
import { companiesOf } from "../tenant/tenant_facts.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import type { UserFact } from "../user/user_facts.ts";
import { userNotFound } from "../user/user_noun.ts";
import type { UserState } from "../user/user_state.ts";
import { BY_OPERATOR } from "./platform_operation.ts";
import { AT_SOCKET, PlatformUser, platformUser } from "./platform_people.ts";

export const platformUserMfaReset = declareWrite<TenantState & UserState & SessionState>()({
  ...BY_OPERATOR,
  id: "platform.user.mfa.reset",
  summary: "Take away a person's second factor, and end the person's sessions",
  http: { method: "POST", path: "/platform/users/{userId}/mfa/reset" },
  acts: { on: "platform" },
  path: Type.Object({ userId: Id("usr") }, { additionalProperties: false }),
  output: PlatformUser,
  refusals: ["resource_not_found"],
  events: [],
  decide(state, { userId }, context) {
    const { nowMs, realm } = context;
    const before = state.users.byId(realm, userId);
    if (before === undefined) return userNotFound(userId);
    if (before.totp === undefined && before.enrollment === undefined) {
      return accept([], platformUser(before));
    }
    const { realm: _, totp: __, enrollment: ___, ...kept } = before;
    const user = { ...kept, revision: before.revision + 1, updatedAtMs: nowMs };
    const changed: UserFact = { kind: "user.changed.1", user };
    const after = platformUser(user);
    const { email: to, displayName: name } = user;
    const ended = endSessionsOf(state, userId, context);
    const decision = {
      ...accept([changed, ...ended.facts], after),
      effects: [mailTo({ to, template: "mfa_disabled", values: { name } }), ...ended.effects],
    };
    const note = {
      tenantIds: companiesOf(state, userId),
      resource: { type: "user", id: userId },
      before: platformUser(before),
      after,
    };
    return audited(decision, note, AT_SOCKET);
  },
});
