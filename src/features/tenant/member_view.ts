/** Members as answers show them: the membership, and who the person is. */
import { invariant } from "../../base/invariant.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { MemberDocument } from "./member_document.ts";
import type { Member } from "./tenant_schema.ts";

/** What a company sees of a person: the part of the person's own document that its members show. */
export type MemberPerson = { email: string; displayName: string; totp?: object };

/** The person with this id, who is in the platform's realm and in no company's. */
export function personIn(snapshot: Snapshot, userId: string): MemberPerson {
  const suffix = userId.slice("usr_".length);
  const value = snapshot.get(PLATFORM_TABLE.user, PLATFORM_REALM, suffix);
  invariant(value !== undefined, "a member is a person who is there");
  return decodeDocument<MemberPerson>(value);
}

export function memberResource(
  member: Omit<MemberDocument, "realm">,
  { email, displayName, totp }: MemberPerson,
): Member {
  const { memberId, tenantId, userId, role, status, revision, createdAtMs, updatedAtMs } = member;
  return {
    memberId,
    tenantId,
    userId,
    email,
    displayName,
    role,
    status,
    mfa: totp !== undefined,
    revision,
    createdAt: isoTime(createdAtMs),
    updatedAt: isoTime(updatedAtMs),
  };
}
