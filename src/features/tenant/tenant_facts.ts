/** What becomes of members and invitations, and what the edges are told of members. */
import { suffixOf } from "../../base/id.ts";
import type { AnnouncedSubject, Announcement } from "../../contract/declare/announcement.ts";
import type { Apply, DecisionContext } from "../../contract/declare/operation.ts";
import type { Role } from "../../contract/declare/roles.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import type { FactOf } from "../noun.ts";
import { realmOfCompany } from "../platform/company_documents.ts";
import { foundBy } from "../platform/platform_facts.ts";
import { addToIndex } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { MemberDocument } from "./member_document.ts";
import { type invitations, members, memberText } from "./tenant_nouns.ts";
import type { TenantState } from "./tenant_state.ts";

export type MemberFact = FactOf<typeof members>;
export type InvitationFact = FactOf<typeof invitations>;

/** That a person was added is found by the person too. */
export const addMember: Apply<TenantState> = (state, fact, head) => {
  members.put(state, fact, head);
  const { member } = fact as MemberFact;
  const key = suffixOf("usr", member.userId) + state.members.keyOf(member.memberId);
  addToIndex(state.memberByUser, key, {
    id: member.memberId,
    realm: realmOfCompany(member, state),
  });
};

export function announcementOfMember(fact: Fact): Announcement | undefined {
  const member = members.of(fact);
  return member && announced(member);
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
  return members.fact("added", {
    memberId: newId("mem", sub),
    tenantId,
    userId,
    role,
    status: "active",
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    revision: 1,
  });
}

/** The membership with another role or status: the next revision. */
export function changedMember(
  before: MemberDocument,
  change: { role: Role } | { status: "removed" },
  nowMs: number,
): MemberFact {
  return members.revised("status" in change ? "removed" : "changed", before, change, nowMs);
}

/** The person's memberships that are in force, oldest first. */
export function membershipsOf(state: TenantState, userId: string): MemberDocument[] {
  return state.members
    .inGroup("user", userId)
    .filter(({ status }) => status === "active")
    .sort((one, other) => (one.memberId < other.memberId ? -1 : 1));
}

/** The companies that the person is a member of, oldest membership first. */
export function companiesOf(state: TenantState, userId: string): string[] {
  return membershipsOf(state, userId).map(({ tenantId }) => tenantId);
}
