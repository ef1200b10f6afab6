/** tenant.member.update: who may make whom what, and that an owner is left. */
import assert from "node:assert/strict";
import { kindsOf, noteIn } from "../../../test/support/features/tenant/tenant.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { tenantMemberRemove } from "./tenant.member.remove.ts";
import { tenantMemberUpdate } from "./tenant.member.update.ts";
import { announcementOfMember } from "./tenant_facts.ts";

platformTable(tenantMemberUpdate, {
  async given(world) {
    const company = await newCompany(world);
    const owner = await newPerson(world, company, { email: "ada@example.com" });
    const admin = await newPerson(world, company, { role: "admin" });
    const viewer = await newPerson(world, company, { role: "viewer" });
    const other = await newCompany(world, "Babbage");
    const stranger = await newPerson(world, other, { email: "charles@example.com" });
    return { company, owner, admin, viewer, stranger };
  },
  asking: ({ admin }) => ({ caller: admin.session }),
  input: ({ viewer }) => ({ memberId: viewer.memberId, role: "developer" }),
  rows: [
    {
      title: "an admin makes a viewer a developer",
      outcome: "the role, announced, with a note",
      reply: { role: "developer", revision: 2 },
      check({ facts }, { viewer }) {
        assert.deepEqual(kindsOf(facts), ["member.changed.1", "audit.noted.1"]);
        const { tenantId, userId, memberId } = viewer;
        const member = { tenantId, userId, memberId, role: "developer" };
        const [fact] = facts;
        assert.deepEqual(fact && announcementOfMember(fact), { kind: "member", member });
        const { before, after, resource } = noteIn(facts);
        assert.deepEqual(resource, { type: "member", id: memberId });
        assert.equal((before as { role: string }).role, "viewer");
        assert.equal((after as { role: string }).role, "developer");
      },
    },
    {
      title: "the role that the member has",
      input: { role: "viewer" },
      outcome: "no change and no note",
      reply: { revision: 1 },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "an owner makes another owner, and is no owner then",
      async given({ world, owner, viewer }) {
        const input = { memberId: viewer.memberId, role: "owner" };
        await world.made(tenantMemberUpdate, input, { caller: owner.session });
      },
      asking: ({ owner }) => ({ caller: owner.session }),
      input: ({ owner }) => ({ memberId: owner.memberId, role: "viewer" }),
      outcome: "the other one is left",
      reply: { role: "viewer" },
    },
    {
      title: "an admin makes a viewer an owner",
      input: { role: "owner" },
      code: "missing_required_permission",
      details: { permission: "members:write", role: "admin" },
    },
    {
      title: "an admin makes himself an owner",
      input: ({ admin }) => ({ memberId: admin.memberId, role: "owner" }),
      code: "missing_required_permission",
      details: { role: "admin" },
    },
    {
      title: "an admin demotes an owner",
      input: ({ owner }) => ({ memberId: owner.memberId }),
      code: "missing_required_permission",
    },
    {
      title: "a viewer whom an edge took for an admin",
      asking: ({ viewer }) => ({ caller: { ...viewer.session, role: "admin" } }),
      code: "missing_required_permission",
      details: { role: "viewer" },
    },
    {
      title: "a person who is a member no more",
      given: ({ world, owner, admin }) =>
        world.made(tenantMemberRemove, { memberId: admin.memberId }, { caller: owner.session }),
      code: "missing_required_permission",
      details: { role: "none" },
    },
    {
      title: "the last owner demotes himself",
      asking: ({ owner }) => ({ caller: owner.session }),
      input: ({ owner }) => ({ memberId: owner.memberId, role: "admin" }),
      code: "state_conflict",
      details: { actual: "the last owner" },
    },
    {
      title: "a member who was removed",
      given: ({ world, viewer, admin }) =>
        world.made(tenantMemberRemove, { memberId: viewer.memberId }, { caller: admin.session }),
      code: "state_conflict",
      details: { status: "removed" },
    },
    {
      title: "another revision",
      input: { expectedRevision: 3 },
      code: "state_conflict",
      details: { expected: 3, actual: 1 },
    },
    {
      title: "a member of another company",
      input: ({ stranger }) => ({ memberId: stranger.memberId }),
      code: "resource_not_found",
    },
    { title: "a role that there is not", input: { role: "root" }, code: "invalid_request" },
  ],
});
