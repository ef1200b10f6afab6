/** Decision table of user.current.update. */
import assert from "node:assert/strict";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable as decisionTable, FROM } from "../../../test/world/platform_world.ts";
import type { AuditNoted } from "../audit/audit_note.ts";
import { newMember } from "../tenant/tenant_facts.ts";
import { userCurrentRetrieve } from "./user.current.retrieve.ts";
import { userCurrentUpdate } from "./user.current.update.ts";

decisionTable(userCurrentUpdate, {
  given: async (world) => {
    const company = await newCompany(world);
    const other = await newCompany(world, "Other");
    return { company, other, person: await newPerson(world, company) };
  },
  asking: ({ person }) => ({ caller: person.session }),
  input: () => ({ displayName: "Augusta Ada King" }),
  rows: [
    {
      title: "a name",
      outcome: "the next revision, which GET shows too, and a note in the company's audit feed",
      reply: { displayName: "Augusta Ada King", revision: 2 },
      async check({ reply, facts }, { world, person, company }) {
        const caller = person.session;
        assert.deepEqual(await world.found(userCurrentRetrieve, {}, { caller }), reply);
        const note = facts.at(-1) as AuditNoted;
        const { tenantIds, before, after, address, userAgent } = note;
        assert.deepEqual(tenantIds, [company.tenantId]);
        assert.deepEqual({ address, userAgent }, FROM);
        const names = [before, after].map((of) => (of as { displayName: string }).displayName);
        assert.deepEqual(names, ["Ada Lovelace", "Augusta Ada King"]);
        assert.equal(JSON.stringify(note).includes("argon2"), false);
      },
    },
    {
      title: "a token",
      asking: ({ person }) => ({ caller: person.token }),
      given({ world, person: { userId }, other: { tenantId } }) {
        const { nowMs, nextId: newId } = world;
        world.apply([newMember({ tenantId, userId, role: "viewer" }, { nowMs, newId })]);
      },
      outcome: "changed too, and shown with the token's company alone",
      check: ({ reply }, { company }) =>
        assert.deepEqual(
          reply.tenants.map(({ tenantId }: { tenantId: string }) => tenantId),
          [company.tenantId],
        ),
    },
    {
      title: "a name of 120 characters",
      input: { displayName: "x".repeat(120) },
      outcome: "taken",
    },
    {
      title: "a name of 121 characters",
      input: { displayName: "x".repeat(121) },
      code: "invalid_request",
    },
    { title: "another address", input: { email: "x@example.com" }, code: "invalid_request" },
  ],
});
