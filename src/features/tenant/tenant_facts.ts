/** The facts about members and invitations: each carries the whole document as it is afterwards. */
import { suffixOf } from "../../base/id.ts";
import type { AnnouncedSubject, Announcement } from "../../contract/declare/announcement.ts";
import type { Apply, DecisionContext } from "../../contract/declare/operation.ts";
import type { Role } from "../../contract/declare/roles.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { putInCompany, realmOfCompany } from "../platform/company_documents.ts";
import { foundBy } from "../platform/platform_facts.ts";
import { addToIndex } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { InvitationDocument } from "./invitation_document.ts";
import type { MemberDocument } from "./member_document.ts";
import { memberText } from "./tenant_resources.ts";
import type { TenantState } from "./tenant_state.ts";

export type MemberFact = Fact & {
  kind: "member.added.1" | "member.changed.1" | "member.removed.1";
  member: Omit<MemberDocument, "realm">;
};

export type InvitationFact = Fact & {
  kind: "invitation.created.1" | "invitation.changed.1";
  invitation: Omit<InvitationDocument, "realm">;
};

export const tenantFacts: Record<
  MemberFact["kind"] | InvitationFact["kind"],
  Apply<TenantState>
> = {
  "member.added.1": addMember,
  "member.changed.1": putMember,
  "member.removed.1": putMember,
  "invitation.created.1": putInvitation,
  "invitation.changed.1": putInvitation,
};

function putMember(state: TenantState, fact: Fact): void {
  const { member } = fact as MemberFact;
  putInCompany(state, state.members, member.memberId, member);
}

function addMember(state: TenantState, fact: Fact): void {
  const { memberId, tenantId, userId } = (fact as MemberFact).member;
  putMember(state, fact);
  const key = suffixOf("usr", userId) + state.members.keyOf(memberId);
  addToIndex(state.memberByUser, key, { id: memberId, realm: realmOfCompany(state, tenantId) });
}

function putInvitation(state: TenantState, fact: Fact): void {
  const { invitation } = fact as InvitationFact;
  putInCompany(state, state.invitations, invitation.invitationId, invitation);
}

export function announcementOfMember(fact: Fact): Announcement | undefined {
  switch (fact.kind) {
    case "member.added.1":
    case "member.changed.1":
    case "member.removed.1":
      return announced((fact as MemberFact).member);
    default:
      return undefined;
  }
}

/** The membership in force that a view of the platform shard shows. */
export function foundMember(view: Snapshot, subject: AnnouncedSubject): Announcement | undefined {
  if (subject.kind !== "member") return undefined;
  const text = memberText(subject);
  const { memberInForce, member: table } = PLATFORM_TABLE;
  const member = text && foundBy<MemberDocument>(view, memberInForce, table, text);
  return member ? announced(member) : undefined;
}

function announced(member: Omit<MemberDocument, "realm">): Announcement {
  const { tenantId, userId, memberId, role, status } = member;
  const inForce = status === "active" ? role : undefined;
  return { kind: "member", member: { tenantId, userId, memberId, role: inForce } };
}

/** A new member. `sub`: see `newId`. */
export function newMember(
  { tenantId, userId, role }: { tenantId: string; userId: string; role: Role },
  { nowMs, newId }: Pick<DecisionContext, "nowMs" | "newId">,
  sub = 0,
): MemberFact {
  return {
    kind: "member.added.1",
    member: {
      memberId: newId("mem", sub),
      tenantId,
      userId,
      role,
      status: "active",
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      revision: 1,
    },
  };
}

/** The membership with another role or status: the next revision. */
export function changedMember(
  { realm: _, ...before }: MemberDocument,
  change: { role: Role } | { status: "removed" },
  nowMs: number,
): MemberFact {
  const revision = before.revision + 1;
  const kind = "status" in change ? "member.removed.1" : "member.changed.1";
  return { kind, member: { ...before, ...change, revision, updatedAtMs: nowMs } };
}

/** The person's memberships that are in force, oldest first. */
export function membershipsOf({ members }: TenantState, userId: string): MemberDocument[] {
  return members
    .inGroup("user", userId)
    .filter(({ status }) => status === "active")
    .sort((one, other) => (one.memberId < other.memberId ? -1 : 1));
}

/** The companies that the person is a member of, oldest membership first. */
export function companiesOf(state: TenantState, userId: string): string[] {
  return membershipsOf(state, userId).map(({ tenantId }) => tenantId);
}
