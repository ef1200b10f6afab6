/** Decision table of session.retrieve. */
import { sessionElsewhere } from "../../../test/support/features/session/sessions.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { sessionRetrieve } from "./session.retrieve.ts";

platformTable(sessionRetrieve, {
  async given(world) {
    const company = await newCompany(world);
    const mine = await newPerson(world, company);
    const theirs = await newPerson(world, company, { role: "admin" });
    return { mine, theirs, elsewhere: await sessionElsewhere(world, mine) };
  },
  input: ({ mine }) => ({ sessionId: mine.session.sessionId }),
  asking: ({ mine }) => ({ caller: mine.session }),
  rows: [
    {
      title: "the own session",
      outcome: "where it comes from, and until when it lasts",
      reply: {
        kind: "browser",
        mfa: false,
        status: "active",
        ipAddress: "203.0.113.7",
        userAgent: "test/1",
        createdAt: "2026-01-31T09:30:00.000Z",
        expiresAt: "2026-01-31T21:30:00.000Z",
      },
    },
    {
      title: "the same after twelve hours",
      given({ world }) {
        world.nowMs += 12 * 3_600_000;
      },
      outcome: "expired",
      reply: { status: "expired" },
    },
    { title: "an unknown id", input: { sessionId: "ses_unknown" }, code: "session_not_found" },
    {
      title: "the own session for another company",
      input: ({ elsewhere: { sessionId } }) => ({ sessionId }),
      outcome: "found",
      reply: { status: "active" },
    },
    {
      title: "the same, of a token",
      input: ({ elsewhere: { sessionId } }) => ({ sessionId }),
      asking: ({ mine }) => ({ caller: mine.token }),
      code: "session_not_found",
    },
    {
      title: "the session of another member",
      input: ({ theirs }) => ({ sessionId: theirs.session.sessionId }),
      code: "session_not_found",
    },
  ],
});
