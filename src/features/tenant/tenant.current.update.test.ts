/** tenant.current.update: who may rename a company, and what the audit feed says of it. */
import assert from "node:assert/strict";
import { kindsOf, noteIn } from "../../../test/support/features/tenant/tenant.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { tenantCurrentUpdate } from "./tenant.current.update.ts";

platformTable(tenantCurrentUpdate, {
  async given(world) {
    const company = await newCompany(world, "Acme");
    const owner = await newPerson(world, company, { email: "ada@example.com" });
    const viewer = await newPerson(world, company, { role: "viewer" });
    const admin = await newPerson(world, company, { role: "admin" });
    return { company, owner, viewer, admin };
  },
  asking: ({ owner }) => ({ caller: owner.session }),
  input: () => ({ name: "Acme Ltd" }),
  rows: [
    {
      title: "an owner",
      outcome: "the new name, in force on every edge, with a note of before and after",
      reply: { name: "Acme Ltd", revision: 2 },
      check({ facts }, { company }) {
        assert.deepEqual(kindsOf(facts), ["tenant.changed.1", "audit.noted.1"]);
        const { before, after, tenantIds, resource, address } = noteIn(facts);
        assert.deepEqual(tenantIds, [company.tenantId]);
        assert.deepEqual(resource, { type: "tenant", id: company.tenantId });
        assert.equal((before as { name: string }).name, "Acme");
        assert.equal((after as { name: string }).name, "Acme Ltd");
        assert.equal(address, "203.0.113.7");
      },
    },
    {
      title: "an admin's token",
      asking: ({ admin }) => ({ caller: admin.token }),
      outcome: "the new name",
    },
    {
      title: "the name that it has",
      input: { name: "Acme", expectedRevision: 1 },
      outcome: "no change and no note",
      reply: { revision: 1 },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a member whose role was changed after the edge let him in",
      asking: ({ viewer }) => ({ caller: { ...viewer.session, role: "owner" } }),
      code: "missing_required_permission",
      details: { permission: "tenant:write", role: "viewer" },
    },
    {
      title: "another revision",
      input: { expectedRevision: 2 },
      code: "state_conflict",
      details: { expected: 2, actual: 1 },
    },
    { title: "a blank name", input: { name: " \u200b " }, code: "invalid_request" },
  ],
});
