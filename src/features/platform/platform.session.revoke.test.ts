/** Decision table of platform.session.revoke. */
import assert from "node:assert/strict";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { AUDIT_NOTED, type AuditNoted } from "../audit/audit_note.ts";
import { platformSessionRevoke } from "./platform.session.revoke.ts";

platformTable(platformSessionRevoke, {
  async given(world) {
    const company = await newCompany(world);
    return { company, person: await newPerson(world, company) };
  },
  input: ({ person }) => ({ sessionId: person.session.sessionId }),
  asking: () => ({ caller: { kind: "operator", user: "ada/1000" } }),
  rows: [
    {
      title: "a session",
      outcome: "revoked, and noted for the person's company without an address",
      reply: { status: "revoked" },
      check({ facts }, { company }) {
        const note = facts.find(({ kind }) => kind === AUDIT_NOTED) as AuditNoted;
        assert.deepEqual([note.tenantIds, note.address], [[company.tenantId], ""]);
      },
    },
    { title: "no session", input: { sessionId: "ses_unknown" }, code: "session_not_found" },
  ],
});
