/** Companies: their members, invitations and rules. */
import type { Feature } from "../../contract/declare/feature.ts";
import { tenantAuditEventList } from "./tenant.audit_event.list.ts";
import { tenantAuditEventRetrieve } from "./tenant.audit_event.retrieve.ts";
import { tenantCurrentRetrieve } from "./tenant.current.retrieve.ts";
import { tenantCurrentUpdate } from "./tenant.current.update.ts";
import { tenantInvitationAccept } from "./tenant.invitation.accept.ts";
import { tenantInvitationCreate } from "./tenant.invitation.create.ts";
import { tenantInvitationList } from "./tenant.invitation.list.ts";
import { tenantInvitationRevoke } from "./tenant.invitation.revoke.ts";
import { tenantLimitRetrieve } from "./tenant.limit.retrieve.ts";
import { tenantMemberApiKeyRevoke } from "./tenant.member.api_key.revoke.ts";
import { tenantMemberList } from "./tenant.member.list.ts";
import { tenantMemberRemove } from "./tenant.member.remove.ts";
import { tenantMemberRetrieve } from "./tenant.member.retrieve.ts";
import { tenantMemberUpdate } from "./tenant.member.update.ts";
import { tenantRoleList } from "./tenant.role.list.ts";
import { tenantSecurityConfigure } from "./tenant.security.configure.ts";
import { tenantSecurityRetrieve } from "./tenant.security.retrieve.ts";
import { tenantStatementList } from "./tenant.statement.list.ts";
import { tenantStatementRetrieve } from "./tenant.statement.retrieve.ts";
import { tenantExamples } from "./tenant_examples.ts";
import { addMember, announcementOfMember, foundMember } from "./tenant_facts.ts";
import { invitations, members } from "./tenant_nouns.ts";
import { createTenantState, type TenantState } from "./tenant_state.ts";
import { tenantWords } from "./tenant_words.ts";

export const tenantFeature = {
  tag: "Start",
  words: tenantWords,
  operations: [
    tenantCurrentRetrieve,
    tenantCurrentUpdate,
    tenantSecurityRetrieve,
    tenantSecurityConfigure,
    tenantLimitRetrieve,
    tenantAuditEventList,
    tenantAuditEventRetrieve,
    tenantMemberList,
    tenantMemberRetrieve,
    tenantMemberUpdate,
    tenantMemberRemove,
    tenantMemberApiKeyRevoke,
    tenantInvitationList,
    tenantInvitationCreate,
    tenantInvitationRevoke,
    tenantInvitationAccept,
    tenantRoleList,
    tenantStatementList,
    tenantStatementRetrieve,
  ],
  examples: tenantExamples,
  facts: {
    ...members.manifest.facts,
    ...invitations.manifest.facts,
    "member.added.1": addMember,
  },
  eventsOf: { ...members.manifest.eventsOf, ...invitations.manifest.eventsOf },
  announcements: { of: announcementOfMember, find: foundMember },
  createState: createTenantState,
  tables: ({ members, invitations, memberByUser }) => [members, invitations, memberByUser],
} satisfies Feature<TenantState>;
