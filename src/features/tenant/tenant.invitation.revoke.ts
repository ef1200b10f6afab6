/** tenant.invitation.revoke: take an invitation back. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import { audited } from "../audit/audit_note.ts";
import { originOf } from "./call_origin.ts";
import { endedInvitation, refuseNotPending } from "./invitation_rules.ts";
import { refuseAboutOwners, refuseWithout, roleOfActor } from "./member_rules.ts";
import { invitationNotFound, invitationResource } from "./tenant_nouns.ts";
import { Invitation } from "./tenant_schema.ts";
import type { TenantState } from "./tenant_state.ts";

export const tenantInvitationRevoke = declareWrite<TenantState>()({
  id: "tenant.invitation.revoke",
  summary: "Revoke an invitation",
  description: "Its link is of no use any more. Only owners revoke the invitation of an owner.",
  http: { method: "POST", path: "/tenant/invitations/{invitationId}/revoke" },
  principals: ["session"],
  scope: undefined,
  permission: "members:write",
  acts: { on: "tenant" },
  path: Type.Object({ invitationId: Id("inv") }, { additionalProperties: false }),
  output: Invitation,
  refusals: ["missing_required_permission", "resource_not_found", "state_conflict"],
  events: [],
  prepare: originOf,
  decide(state, { invitationId }, context) {
    const { nowMs } = context;
    const actorRole = roleOfActor(state, context);
    const denied = refuseWithout("members:write", actorRole);
    if (denied !== undefined) return denied;
    const before = state.invitations.byId(context.realm, invitationId);
    if (before === undefined) return invitationNotFound(invitationId);
    const refusal = refuseAboutOwners(actorRole, [before.role]) ?? refuseNotPending(before, nowMs);
    if (refusal !== undefined) return refusal;
    const fact = endedInvitation(before, "revoked", nowMs);
    const after = invitationResource(fact.invitation, nowMs);
    const resource = { type: "invitation", id: invitationId };
    const shown = invitationResource(before, nowMs);
    const note = { tenantIds: [before.tenantId], resource, before: shown, after };
    return audited(accept([fact], after), note, context.prepared.from);
  },
});
