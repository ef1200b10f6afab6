/** Decision table of session.revoke. */
import assert from "node:assert/strict";
import { sessionElsewhere } from "../../../test/support/features/session/sessions.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { FROM, platformTable } from "../../../test/world/platform_world.ts";
import { AUDIT_NOTED, type AuditNoted } from "../audit/audit_note.ts";
import { sessionRetrieve } from "./session.retrieve.ts";
import { sessionRevoke } from "./session.revoke.ts";

platformTable(sessionRevoke, {
  async given(world) {
    const company = await newCompany(world);
    const mine = await newPerson(world, company);
    const theirs = await newPerson(world, company, { role: "admin" });
    return { company, mine, theirs, elsewhere: await sessionElsewhere(world, mine) };
  },
  input: ({ mine }) => ({ sessionId: mine.session.sessionId }),
  asking: ({ mine }) => ({ caller: mine.session }),
  rows: [
    {
      title: "the own session",
      outcome: "revoked; noted for the company, with before, after and address",
      reply: { status: "revoked", revokedAt: "2026-01-31T09:30:00.000Z" },
      async check({ reply, facts }, { world, company, mine, elsewhere }) {
        const note = facts.find(({ kind }) => kind === AUDIT_NOTED) as AuditNoted;
        assert.deepEqual(note.tenantIds, [company.tenantId, elsewhere.tenantId]);
        assert.deepEqual([note.address, note.userAgent], [FROM.address, FROM.userAgent]);
        assert.deepEqual(note.after, reply);
        assert.equal((note.before as typeof reply).status, "active");
        const { sessionId } = reply;
        const shown = await world.found(sessionRetrieve, { sessionId }, { caller: mine.session });
        assert.deepEqual(shown, reply);
      },
    },
    {
      title: "a session that was revoked before",
      async given({ world, mine }) {
        const { sessionId } = mine.session;
        await world.made(sessionRevoke, { sessionId }, { caller: mine.token });
        world.nowMs += 60_000;
      },
      outcome: "unchanged, and nothing noted",
      reply: { status: "revoked", revokedAt: "2026-01-31T09:30:00.000Z" },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "the own session for another company, of a token",
      input: ({ elsewhere: { sessionId } }) => ({ sessionId }),
      asking: ({ mine }) => ({ caller: mine.token }),
      code: "session_not_found",
      check: ({ facts }, { world, elsewhere }) => {
        assert.deepEqual(facts, []);
        const session = world.state.sessions.byId(1, elsewhere.sessionId);
        assert.equal(session?.revokedAtMs, undefined);
      },
    },
    {
      title: "the same, of a session",
      input: ({ elsewhere: { sessionId } }) => ({ sessionId }),
      outcome: "revoked",
      reply: { status: "revoked" },
    },
    { title: "an unknown id", input: { sessionId: "ses_unknown" }, code: "session_not_found" },
    {
      title: "the session of another member",
      input: ({ theirs }) => ({ sessionId: theirs.session.sessionId }),
      code: "session_not_found",
      check: ({ facts }, { world, theirs }) => {
        assert.deepEqual(facts, []);
        const session = world.state.sessions.byId(1, theirs.session.sessionId);
        assert.equal(session?.revokedAtMs, undefined);
      },
    },
  ],
});
