/** Companies: their members, invitations and rules. */
import { noEvents } from "../../contract/event.ts";
import type { Feature } from "../../contract/feature.ts";
import { announcementOfMember, announcementsOfMembers, tenantFacts } from "./tenant_facts.ts";
import { createTenantState, type TenantState } from "./tenant_state.ts";

export const tenantFeature = {
  operations: [],
  facts: tenantFacts,
  eventsOf: {
    "member.added.1": noEvents,
    "member.changed.1": noEvents,
    "member.removed.1": noEvents,
    "invitation.created.1": noEvents,
    "invitation.changed.1": noEvents,
  },
  announcements: { of: announcementOfMember, all: announcementsOfMembers },
  createState: createTenantState,
  tables: ({ members, invitations, memberByUser }) => [members, invitations, memberByUser],
} satisfies Feature<TenantState>;
