/** tenant.invitation.list: the own company's invitations, and what has become of each. */
import assert from "node:assert/strict";
import { invited } from "../../../test/support/features/tenant/tenant.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { INVITATION_LASTS_MS } from "./invitation_document.ts";
import { tenantInvitationList } from "./tenant.invitation.list.ts";
import { tenantInvitationRevoke } from "./tenant.invitation.revoke.ts";

function rowsIn(reply: { items: { email: string; status: string }[] }): string[] {
  return reply.items.map(({ email, status }) => `${email} ${status}`);
}

platformTable(tenantInvitationList, {
  async given(world) {
    const company = await newCompany(world);
    const owner = await newPerson(world, company, { email: "ada@example.com" });
    const stranger = await newPerson(world, await newCompany(world), { email: "b@example.com" });
    const { invitationId } = await invited(world, owner.session, { email: "one@example.com" });
    await world.made(tenantInvitationRevoke, { invitationId }, { caller: owner.session });
    await invited(world, owner.session, { email: "two@example.com" });
    return { owner, stranger };
  },
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "one revoked, one pending",
      outcome: "both, newest first, without their secrets",
      check({ reply }) {
        assert.deepEqual(rowsIn(reply), ["two@example.com pending", "one@example.com revoked"]);
        assert.ok(!JSON.stringify(reply).includes("igest"));
      },
    },
    {
      title: "by status",
      input: { status: "pending" },
      outcome: "the pending one",
      check: ({ reply }) => assert.deepEqual(rowsIn(reply), ["two@example.com pending"]),
    },
    {
      title: "7 days later",
      given({ world }) {
        world.nowMs += INVITATION_LASTS_MS;
      },
      outcome: "the pending one has expired",
      check: ({ reply }) =>
        assert.deepEqual(rowsIn(reply), ["two@example.com expired", "one@example.com revoked"]),
    },
    {
      title: "another company",
      asking: ({ stranger }) => ({ caller: stranger.session }),
      outcome: "none",
      check: ({ reply }) => assert.deepEqual(reply.items, []),
    },
    { title: "a foreign cursor", input: { cursor: "x" }, code: "invalid_request" },
  ],
});
