/** What the tests of the whole platform need to know of companies and their members (test/support/noun_cases.ts). */
import type { Document } from "../../../test/support/client.ts";
import { field, type Known } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { ROLES } from "../../contract/roles.ts";

const ofActor = (name: "type" | "id", none: string) => (_: Known, items: readonly Document[]) =>
  [...new Set(items.map(({ actor }) => String((actor as Document)[name]))), none].map((value) => ({
    value,
    matches: ({ actor }: Document) => (actor as Document)[name] === value,
  }));

import { expect } from "../../../test/support/client.ts";
import { newEmail } from "../../../test/support/people.ts";

export const cases: NounCases = {
  lists: {
    "tenant.audit_event.list": {
      filters: {
        actorType: ofActor("type", "agent"),
        actorId: ofActor("id", "usr_none"),
        operation: field("operation", "nothing.happens"),
      },
    },
    "tenant.invitation.list": { filters: { status: field("status") } },
    "tenant.member.list": {
      leftOut: { status: "removed" },
      filters: {
        status: field("status"),
        role: () =>
          ROLES.map((value) => ({
            value,
            matches: ({ role, status }) => role === value && status === "active",
          })),
      },
    },
    "tenant.role.list": { ascendingBy: "role", order: ROLES },
  },
  async madeByFounder({ browser }) {
    const invited = { email: newEmail(), role: "viewer" };
    const invitation = expect(await browser.post("/tenant/invitations", invited), 201);
    const [member] = expect(await browser.get("/tenant/members"), 200).items();
    const [audited] = expect(await browser.get("/tenant/audit-events?limit=1"), 200).items();
    return {
      tenantId: expect(await browser.get("/tenant"), 200).id("tenantId"),
      invitationId: invitation.id("invitationId"),
      memberId: String(member?.["memberId"]),
      userId: String(member?.["userId"]),
      auditEventId: String(audited?.["auditEventId"]),
    };
  },
};
