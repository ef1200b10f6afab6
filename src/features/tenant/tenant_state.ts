/** Members and invitations in the memory of the platform shard, in the realms of their companies. */
import { EntryTable } from "../../contract/tables/entry_table.ts";
import type { StatePartOf } from "../noun.ts";
import type { SessionState } from "../session/session_noun.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { invitations, members } from "./tenant_nouns.ts";

export type TenantState = SessionState &
  StatePartOf<typeof members> &
  StatePartOf<typeof invitations> & {
    /** In the platform's realm, by the suffixes of user and member: an `IndexRow` of each membership. */
    memberByUser: EntryTable;
  };

export function createTenantState() {
  return {
    ...members.manifest.createState(),
    ...invitations.manifest.createState(),
    memberByUser: new EntryTable("member_by_user", PLATFORM_TABLE.memberByUser),
  };
}
