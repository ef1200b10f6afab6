/** Members and invitations as resources of their company. */
import { suffixOf } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import type { StateReads } from "../../contract/tables/state_reads.ts";
import {
  foundOfGroup,
  foundOfOne,
  realmFoundBy,
  type StoredKey,
} from "../../contract/tables/stored_index.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { declareNoun } from "../noun.ts";
import { realmOfCompany } from "../platform/company_documents.ts";
import { type IndexRow, PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { InvitationDocument } from "./invitation_document.ts";
import type { MemberDocument } from "./member_document.ts";
import { memberResource, personIn } from "./member_view.ts";
import { Invitation, Member } from "./tenant_schema.ts";

const IN_FORCE = { table: PLATFORM_TABLE.memberInForce, inRealm: PLATFORM_REALM };
const BY_ID = { table: PLATFORM_TABLE.invitationById, inRealm: PLATFORM_REALM };
const BY_TOKEN = { table: PLATFORM_TABLE.invitationByToken, inRealm: PLATFORM_REALM };
const PENDING = { table: PLATFORM_TABLE.invitationPending, inRealm: PLATFORM_REALM };

export const members = declareNoun<MemberDocument>()({
  noun: "member",
  plural: "members",
  prefix: "mem",
  readScope: "activity:read",
  output: Member,
  notFoundCode: "resource_not_found",
  notFound: memberNotFound,
  table: { code: PLATFORM_TABLE.member },
  show: ({ memberId }) => ({ memberId }),
  showIn: (snapshot, member) => memberResource(member, personIn(snapshot, member.userId)),
  search: { title: ({ memberId }) => memberId },
  finders: [
    {
      name: "member_in_force",
      ...IN_FORCE,
      textsOf: ({ status, ...member }) => {
        const text = status === "active" ? memberText(member) : undefined;
        return text === undefined ? [] : [text];
      },
    },
  ],
  stored: { groups: { user: membershipRows, active: foundOfGroup(IN_FORCE, companyText) } },
  groups: {
    user: ({ userId }) => userId,
    active: ({ status, tenantId }) => (status === "active" ? tenantId : undefined),
  },
  realmOf: realmOfCompany,
  happenings: { added: {}, changed: {}, removed: {} },
});

/**
 * The text by which the membership of a person in a company is found while it is in force; undefined
 * where one of the two is no id.
 */
export function memberText({
  tenantId,
  userId,
}: Pick<MemberDocument, "tenantId" | "userId">): string | undefined {
  const company = suffixOf("ten", tenantId);
  const person = suffixOf("usr", userId);
  return company === undefined || person === undefined ? undefined : company + person;
}

/** The text that the rows of a company begin with. */
function companyText(tenantId: string): string | undefined {
  return suffixOf("ten", tenantId);
}

/** All memberships of a person, by the index that reads of the person use too. */
function* membershipRows(state: StateReads, userId: string): Generator<StoredKey> {
  const text = suffixOf("usr", userId);
  if (text === undefined) return;
  for (const { key, value } of state.under(PLATFORM_TABLE.memberByUser, PLATFORM_REALM, text)) {
    yield { key: key.slice(text.length), realm: decodeDocument<IndexRow>(value).realm };
  }
}

export function memberNotFound(memberId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuch("mem", memberId, "in this company"), {
    resourceType: "member",
    memberId,
  });
}

export const invitations = declareNoun<InvitationDocument>()({
  noun: "invitation",
  plural: "invitations",
  prefix: "inv",
  readScope: "activity:read",
  output: Invitation,
  notFoundCode: "resource_not_found",
  notFound: invitationNotFound,
  table: { code: PLATFORM_TABLE.invitation },
  private: ["tokenDigest"],
  show: (invitation) => invitationResource(invitation, invitation.createdAtMs),
  search: { title: ({ email }) => email },
  finders: [
    {
      name: "invitation_by_id",
      ...BY_ID,
      textsOf: ({ invitationId }) => [suffixOf("inv", invitationId) as string],
    },
    { name: "invitation_by_token", ...BY_TOKEN, textsOf: ({ tokenDigest }) => [tokenDigest] },
    {
      name: "invitation_pending",
      ...PENDING,
      textsOf: ({ status, tenantId, invitationId }) =>
        status === "pending" ? [`${companyText(tenantId)}${suffixOf("inv", invitationId)}`] : [],
    },
  ],
  stored: {
    realmOf: (key, state) => realmFoundBy(BY_ID, key, state),
    groups: { tokenDigest: foundOfOne(BY_TOKEN), pending: foundOfGroup(PENDING, companyText) },
  },
  groups: {
    tokenDigest: ({ tokenDigest }) => tokenDigest,
    pending: ({ status, tenantId }) => (status === "pending" ? tenantId : undefined),
  },
  realmOf: realmOfCompany,
  happenings: { created: {}, changed: {} },
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
