/** Decision table of platform.company.create. */
import assert from "node:assert/strict";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { AUDIT_NOTED, type AuditNoted } from "../audit/audit_note.ts";
import { platformCompanyCreate } from "./platform.company.create.ts";

platformTable(platformCompanyCreate, {
  input: () => ({ name: "Acme", email: "Ada@Example.com", displayName: "Ada Lovelace" }),
  asking: () => ({ caller: { kind: "operator", user: "ada/1000" } }),
  rows: [
    {
      title: "an address that is new here",
      outcome: "a company, a person with a password that is shown once, an owner; noted without it",
      reply: { name: "Acme", email: "ada@example.com" },
      check({ reply, facts }, { world }) {
        const { tenantId, userId, memberId, password } = reply;
        assert.match(password, /^([2-9a-z]{5}-){5}[2-9a-z]{5}$/);
        assert.ok(!JSON.stringify(facts).includes(password));
        const [member] = world.state.members.inGroup("user", userId);
        const { role, status } = member ?? {};
        assert.deepEqual([member?.memberId, role, status], [memberId, "owner", "active"]);
        assert.equal(world.state.users.byId(1, userId)?.email, "ada@example.com");
        const note = facts.find(({ kind }) => kind === AUDIT_NOTED) as AuditNoted;
        assert.deepEqual([note.tenantIds, note.address], [[tenantId], ""]);
      },
    },
    {
      title: "the address of a person who is here",
      given: async ({ world }) => {
        await newPerson(world, await newCompany(world, "Other"), { email: "ada@example.com" });
      },
      outcome: "a company of that person, whose password stays as it is",
      check({ reply, facts }, { world }) {
        assert.equal(reply.password, undefined);
        assert.equal(world.state.users.size, 1);
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["tenant.created.1", "member.added.1", AUDIT_NOTED],
        );
      },
    },
    { title: "an address that is none", input: { email: "ada" }, code: "invalid_request" },
    { title: "a blank name", input: { name: " " }, code: "invalid_request" },
  ],
});
