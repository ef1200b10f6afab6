/** Members and invitations in the memory of the platform shard, in the realms of their companies. */
import { ResourceTable } from "../../contract/resource.ts";
import type { PlatformState } from "../platform/platform_state.ts";
import type { InvitationDocument } from "./invitation_document.ts";
import type { MemberDocument } from "./member_document.ts";
import { invitations, members } from "./tenant_resources.ts";

export type TenantState = PlatformState & {
  members: ResourceTable<MemberDocument>;
  invitations: ResourceTable<InvitationDocument>;
};

export function createTenantState() {
  return {
    members: new ResourceTable<MemberDocument>(members),
    invitations: new ResourceTable<InvitationDocument>(invitations),
  };
}
