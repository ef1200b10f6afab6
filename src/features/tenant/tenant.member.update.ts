/** tenant.member.update: give a member another role. */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import { audited } from "../audit/audit_note.ts";
import { ExpectedRevision, refuseRevision } from "../expected_revision.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import type { UserState } from "../user/user_state.ts";
import { originOf } from "./call_origin.ts";
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
import { Member, RoleName } from "./tenant_schema.ts";
import type { TenantState } from "./tenant_state.ts";

export const tenantMemberUpdate = declareWrite<TenantState & UserState>()({
  id: "tenant.member.update",
  summary: "Change a member's role",
  description:
    "In force for every session and token of the person when the answer comes. Only owners make, change or remove owners, and a company keeps one.",
  http: { method: "PATCH", path: "/tenant/members/{memberId}" },
  principals: ["session"],
  scope: undefined,
  permission: "members:write",
  acts: { on: "tenant" },
  path: Type.Object({ memberId: Id("mem") }, { additionalProperties: false }),
  body: Type.Object(
    { role: RoleName, expectedRevision: Type.Optional(ExpectedRevision) },
    {
      title: "MemberChange",
      description: "What the person may do from now on.",
      additionalProperties: false,
    },
  ),
  output: Member,
  refusals: ["missing_required_permission", "resource_not_found", "state_conflict"],
  events: [],
  prepare: originOf,
  decide(state, { memberId, role, expectedRevision }, context) {
    const actorRole = roleOfActor(state, context);
    const denied = refuseWithout("members:write", actorRole);
    if (denied !== undefined) return denied;
    const before = state.members.byId(context.realm, memberId);
    if (before === undefined) return memberNotFound(memberId);
    const refusal =
      refuseRemoved(before) ??
      refuseAboutOwners(actorRole, [before.role, role]) ??
      refuseRevision(memberId, expectedRevision, before.revision) ??
      refuseLastOwner(state, before, role);
    if (refusal !== undefined) return refusal;
    const person = state.users.byId(PLATFORM_REALM, before.userId);
    invariant(person !== undefined, "a member is a person who is there");
    const shown = memberResource(before, person);
    if (role === before.role) return accept([], shown);
    const fact = changedMember(before, { role }, context.nowMs);
    const after = memberResource(fact.member, person);
    const resource = { type: "member", id: memberId };
    const note = { tenantIds: [before.tenantId], resource, before: shown, after };
    return audited(accept([fact], after), note, context.prepared.from);
  },
});
