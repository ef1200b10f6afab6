/** What the tests of the whole platform need to know of companies and their members (test/support/noun_cases.ts). */
import { type Document, expect } from "../../../test/support/client.ts";
import { field, type Known } from "../../../test/support/list_cases.ts";
import type { ListStage, NounCases } from "../../../test/support/noun_cases.ts";
import {
  type Browser,
  invitationTokenIn,
  mailFor,
  newEmail,
} from "../../../test/support/people.ts";
import { ROLES } from "../../contract/declare/roles.ts";

const ofActor = (name: "type" | "id", none: string) => (_: Known, items: readonly Document[]) =>
  [...new Set(items.map(({ actor }) => String((actor as Document)[name]))), none].map((value) => ({
    value,
    matches: ({ actor }: Document) => (actor as Document)[name] === value,
  }));

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
    "tenant.statement.list": {},
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
  /** Invitations, and members who accepted theirs, at two times; one is revoked, two are removed. */
  async listed(stage) {
    const { founder, pass } = stage;
    await invite(founder, "viewer");
    const revoked = await invite(founder, "admin");
    const left = [await join(stage, "viewer"), await join(stage, "developer")];
    pass(1);
    expect(await founder.post(`/tenant/invitations/${revoked}/revoke`), 200);
    await join(stage, "finance");
    for (const id of left) expect(await founder.post(`/tenant/members/${id}/remove`), 200);
    await join(stage, "viewer");
  },
  async listedLater({ founder }) {
    await invite(founder, "compliance");
  },
};

async function invite(founder: Browser, role: string, email = newEmail()): Promise<string> {
  const made = await founder.post("/tenant/invitations", { email, role });
  return expect(made, 201).id("invitationId");
}

/** A person who accepts an invitation. Returns the id of the member. */
async function join({ server, people, founder }: ListStage, role: string): Promise<string> {
  const email = newEmail();
  await invite(founder, role, email);
  const invitationToken = invitationTokenIn(await mailFor(server, email));
  await people.signUp(people.browser(email), { invitationToken });
  const members = expect(await founder.get("/tenant/members"), 200).items();
  return String(members.find((member) => member["email"] === email)?.["memberId"]);
}
