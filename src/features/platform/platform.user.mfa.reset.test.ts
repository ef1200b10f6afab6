/** Decision table of platform.user.mfa.reset. */
import assert from "node:assert/strict";
import { enrolTotp, newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { AUDIT_NOTED, type AuditNoted } from "../audit/audit_note.ts";
import { platformUserMfaReset } from "./platform.user.mfa.reset.ts";

platformTable(platformUserMfaReset, {
  async given(world) {
    const company = await newCompany(world);
    return { company, person: await newPerson(world, company) };
  },
  input: ({ person }) => ({ userId: person.userId }),
  asking: () => ({ caller: { kind: "operator", user: "ada/1000" } }),
  rows: [
    {
      title: "a person with a second factor",
      given: ({ world, person }) => enrolTotp(world, person.userId),
      outcome: "without it, no session left, a mail, and a note for the company",
      reply: { totp: false },
      check({ facts }, { world, company, person }) {
        assert.equal(world.state.users.byId(1, person.userId)?.totp, undefined);
        const session = world.state.sessions.byId(1, person.session.sessionId);
        assert.equal(session?.revokedAtMs, world.nowMs);
        const note = facts.find(({ kind }) => kind === AUDIT_NOTED) as AuditNoted;
        assert.deepEqual(note.tenantIds, [company.tenantId]);
        assert.ok(!JSON.stringify(note).includes("sealed"));
        assert.ok(JSON.stringify(facts).includes('"mfa_disabled"'));
      },
    },
    {
      title: "a person without a second factor",
      outcome: "unchanged: the sessions go on",
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    { title: "nobody", input: { userId: "usr_unknown" }, code: "resource_not_found" },
  ],
});
