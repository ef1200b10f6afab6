/** Members and invitations in the memory of the platform shard, in the realms of their companies. */

import { ResourceTable } from "../../contract/declare/resource.ts";
import { EntryTable } from "../../contract/tables/entry_table.ts";
import type { SessionState } from "../session/session_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { InvitationDocument } from "./invitation_document.ts";
import type { MemberDocument } from "./member_document.ts";
import { invitations, members } from "./tenant_resources.ts";

export type TenantState = SessionState & {
  members: ResourceTable<MemberDocument>;
  invitations: ResourceTable<InvitationDocument>;
  /** In the platform's realm, by the suffixes of user and member: an `IndexRow` of each membership. */
  memberByUser: EntryTable;
};

export function createTenantState() {
  return {
    members: new ResourceTable<MemberDocument>(members),
    invitations: new ResourceTable<InvitationDocument>(invitations),
    memberByUser: new EntryTable("member_by_user", PLATFORM_TABLE.memberByUser),
  };
}
