/** tenant.member.list: the members of the own company, as they are and as they were. */
import assert from "node:assert/strict";
import { enrolTotp, newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { tenantMemberList } from "./tenant.member.list.ts";
import { tenantMemberRemove } from "./tenant.member.remove.ts";

type Row = { email: string; role: string; mfa: boolean; status: string };

function emailsIn({ reply }: { reply: { items: Row[] } }): string[] {
  return reply.items.map(({ email }) => email);
}

platformTable(tenantMemberList, {
  async given(world) {
    const company = await newCompany(world);
    const owner = await newPerson(world, company, { email: "ada@example.com" });
    const viewer = await newPerson(world, company, { role: "viewer", displayName: "Grace Hopper" });
    const admin = await newPerson(world, company, { role: "admin" });
    enrolTotp(world, viewer.userId);
    const { memberId } = admin;
    await world.made(tenantMemberRemove, { memberId }, { caller: owner.session });
    const other = await newCompany(world, "Babbage");
    const stranger = await newPerson(world, other, { email: "charles@example.com" });
    return { company, owner, stranger };
  },
  asking: ({ owner }) => ({ caller: owner.token }),
  rows: [
    {
      title: "a company with a removed member",
      outcome: "who is in force, newest first, with name and second factor",
      check({ reply }) {
        assert.deepEqual(emailsIn({ reply }), ["viewer@example.com", "ada@example.com"]);
        const { displayName, mfa, role, status } = reply.items[0];
        assert.deepEqual(
          [displayName, mfa, role, status],
          ["Grace Hopper", true, "viewer", "active"],
        );
        assert.equal(reply.items[1].mfa, false);
      },
    },
    {
      title: "the removed ones",
      input: { status: "removed" },
      outcome: "the one who was removed",
      check: ({ reply }) => assert.deepEqual(emailsIn({ reply }), ["admin@example.com"]),
    },
    {
      title: "by role",
      input: { role: "owner" },
      outcome: "the owner",
      check: ({ reply }) => assert.deepEqual(emailsIn({ reply }), ["ada@example.com"]),
    },
    {
      title: "another company",
      asking: ({ stranger }) => ({ caller: stranger.session }),
      outcome: "its own member",
      check: ({ reply }) => assert.deepEqual(emailsIn({ reply }), ["charles@example.com"]),
    },
    { title: "a foreign cursor", input: { cursor: "x" }, code: "invalid_request" },
  ],
});
