/** Members and invitations as resources of their company. */
import { isoTime } from "../../base/iso_time.ts";
import { type Refusal, refuse } from "../../contract/refusal.ts";
import { declareResource } from "../../contract/resource.ts";
import { noSuch } from "../../contract/unknown_id.ts";
import { PLATFORM_TABLE } from "../platform/platform_state.ts";
import type { InvitationDocument } from "./invitation_document.ts";
import type { MemberDocument } from "./member_document.ts";
import { memberResource, personIn } from "./member_view.ts";
import { Invitation, Member } from "./tenant_schema.ts";

export const members = declareResource<MemberDocument>()({
  noun: "member",
  prefix: "mem",
  readScope: "activity:read",
  output: Member,
  notFoundCode: "resource_not_found",
  notFound: memberNotFound,
  table: { code: PLATFORM_TABLE.member },
  show: ({ memberId }) => ({ memberId }),
  showIn: (snapshot, member) => memberResource(member, personIn(snapshot, member.userId)),
  search: { title: ({ memberId }) => memberId },
  isByRealm: true,
  groups: {
    user: ({ userId }) => userId,
    active: ({ status, tenantId }) => (status === "active" ? tenantId : undefined),
  },
});

export function memberNotFound(memberId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuch("mem", memberId, "in this company"), {
    resourceType: "member",
    memberId,
  });
}

export const invitations = declareResource<InvitationDocument>()({
  noun: "invitation",
  prefix: "inv",
  readScope: "activity:read",
  output: Invitation,
  notFoundCode: "resource_not_found",
  notFound: invitationNotFound,
  table: { code: PLATFORM_TABLE.invitation },
  private: ["tokenDigest"],
  show: (invitation) => invitationResource(invitation, invitation.createdAtMs),
  search: { title: ({ email }) => email },
  isByRealm: true,
  groups: {
    tokenDigest: ({ tokenDigest }) => tokenDigest,
    pending: ({ status, tenantId }) => (status === "pending" ? tenantId : undefined),
  },
});

export function invitationNotFound(invitationId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuch("inv", invitationId, "in this company"), {
    resourceType: "invitation",
    invitationId,
  });
}

/** `expired` is no stored status: it follows from the time. */
export function invitationStatus(
  { status, expiresAtMs }: Pick<InvitationDocument, "status" | "expiresAtMs">,
  nowMs: number,
): Invitation["status"] {
  return status === "pending" && nowMs >= expiresAtMs ? "expired" : status;
}

export function invitationResource(
  invitation: Omit<InvitationDocument, "realm" | "tokenDigest">,
  nowMs: number,
): Invitation {
  const { invitationId, tenantId, email, role } = invitation;
  return {
    invitationId,
    tenantId,
    email,
    role,
    status: invitationStatus(invitation, nowMs),
    createdAt: isoTime(invitation.createdAtMs),
    expiresAt: isoTime(invitation.expiresAtMs),
    updatedAt: isoTime(invitation.updatedAtMs),
  };
}
