/** tenant.member.remove: end a membership, with all that the person holds for the company. */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import { audited } from "../audit/audit_note.ts";
import { mailTo } from "../mail/mail_effect.ts";
import { revokedTokens } from "../personal_access_token/personal_access_token_facts.ts";
import type { PersonalAccessTokenState } from "../personal_access_token/personal_access_token_noun.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { endSessionsOf } from "../session/session_end.ts";
import type { SessionState } from "../session/session_noun.ts";
import type { UserState } from "../user/user_state.ts";
import { originOf } from "./call_origin.ts";
import { keysMadeBy } from "./member_keys.ts";
import {
  refuseAboutOwners,
  refuseLastOwner,
  refuseRemoved,
  refuseWithout,
  roleOfActor,
} from "./member_rules.ts";
import { memberResource } from "./member_view.ts";
import { changedMember } from "./tenant_facts.ts";
import { memberNotFound } from "./tenant_nouns.ts";
import { RemovedMember } from "./tenant_schema.ts";
import type { TenantState } from "./tenant_state.ts";
import { tenantFor } from "./tenant_views.ts";

type State = TenantState & UserState & SessionState & PersonalAccessTokenState;

export const tenantMemberRemove = declareWrite<State>()({
  id: "tenant.member.remove",
  summary: "Remove a member",
  description:
    "Ends the membership, and with it the person's sessions and tokens that act for this company, and the logins of programs and agents with their keys; none of them is taken when the answer comes. API keys that the person has made otherwise go on working: `apiKeysInForce` counts them, and `tenant.member.api_key.revoke` ends them. The person is told by mail. Whoever is invited again becomes a new member.",
  http: { method: "POST", path: "/tenant/members/{memberId}/remove" },
  principals: ["session"],
  scope: undefined,
  permission: "members:write",
  acts: { on: "tenant" },
  path: Type.Object({ memberId: Id("mem") }, { additionalProperties: false }),
  output: RemovedMember,
  refusals: ["missing_required_permission", "resource_not_found", "state_conflict"],
  events: [],
  prepare: originOf,
  decide(state, { memberId }, context) {
    const actorRole = roleOfActor(state, context);
    const denied = refuseWithout("members:write", actorRole);
    if (denied !== undefined) return denied;
    const before = state.members.byId(context.realm, memberId);
    if (before === undefined) return memberNotFound(memberId);
    const refusal =
      refuseRemoved(before) ??
      refuseAboutOwners(actorRole, [before.role]) ??
      refuseLastOwner(state, before, undefined);
    if (refusal !== undefined) return refusal;
    const { userId, tenantId } = before;
    const { nowMs } = context;
    const person = state.users.byId(PLATFORM_REALM, userId);
    invariant(person !== undefined, "a member is a person who is there");
    const removed = changedMember(before, { status: "removed" }, nowMs);
    const isOther = (session: { tenantId: string }) => session.tenantId !== tenantId;
    const ended = endSessionsOf(state, userId, context, isOther);
    const facts = [
      removed,
      ...ended.facts,
      ...revokedTokens(state, userId, nowMs, (token) => token.tenantId === tenantId),
    ];
    const after = memberResource(removed.member, person);
    const company = tenantFor(state, context).name;
    const values = { name: person.displayName, company };
    const mail = mailTo({ to: person.email, template: "member_removed", values });
    const made = keysMadeBy(state, before, nowMs);
    const stay = made.filter(({ apiKeyId }) => !ended.apiKeyIds.includes(apiKeyId));
    const reply = { ...after, apiKeysInForce: stay.length };
    const decision = { ...accept(facts, reply), effects: [mail, ...ended.effects] };
    const resource = { type: "member", id: memberId };
    const shown = memberResource(before, person);
    const note = { tenantIds: [tenantId], resource, before: shown, after };
    return audited(decision, note, context.prepared.from);
  },
});
