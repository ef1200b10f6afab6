/** Decision table of session.expire. */
import assert from "node:assert/strict";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { newLogin } from "../oauth/testing_logins.ts";
import { sessionExpire } from "./session.expire.ts";
import { LOGIN_IDLE_MS } from "./session_document.ts";

platformTable(sessionExpire, {
  async given(world) {
    const mine = await newPerson(world, await newCompany(world));
    return { mine, login: await newLogin(world, mine) };
  },
  input: ({ login }) => ({ sessionId: login.sessionId }),
  asking: () => ({ cause: "clock" }),
  rows: [
    {
      title: "a login that was unused for 7 days",
      given({ world }) {
        world.nowMs += LOGIN_IDLE_MS;
      },
      outcome: "over",
      reply: { status: "expired", kind: "cli", idleExpiresAt: "2026-02-07T09:30:00.000Z" },
      check: (_, { world, login }) =>
        assert.equal(world.state.sessions.byId(1, login.sessionId)?.login?.endedAtMs, world.nowMs),
    },
    {
      title: "a millisecond before",
      given({ world }) {
        world.nowMs += LOGIN_IDLE_MS - 1;
      },
      code: "state_conflict",
      details: { actual: "active" },
    },
    {
      title: "a session of a browser",
      input: ({ mine }) => ({ sessionId: mine.session.sessionId }),
      code: "session_not_found",
    },
    { title: "no id", input: { sessionId: 1 }, code: "invalid_request" },
  ],
});
