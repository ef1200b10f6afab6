/** Decision table of session.logout, and how many sessions a person may have. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import {
  FROM,
  openPlatformWorld,
  platformTable,
  platformTools,
} from "../../../test/world/platform_world.ts";
import { AUDIT_NOTED } from "../audit/audit_note.ts";
import { sessionLogout } from "./session.logout.ts";
import { endBeyond, SESSIONS_MAX } from "./session_end.ts";
import { newSession } from "./session_facts.ts";
import type { SessionFact } from "./session_noun.ts";

platformTable(sessionLogout, {
  given: async (world) => ({ mine: await newPerson(world, await newCompany(world)) }),
  asking: ({ mine }) => ({ caller: mine.session }),
  rows: [
    {
      title: "a session",
      outcome: "revoked and noted; an empty answer",
      check({ body, facts }, { world, mine }) {
        assert.equal(body, "");
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["session.revoked.1", AUDIT_NOTED],
        );
        const session = world.state.sessions.byId(1, mine.session.sessionId);
        assert.equal(session?.revokedAtMs, world.nowMs);
      },
    },
    { title: "a field", input: { all: true }, code: "invalid_request" },
  ],
});

test(`sessions: ${SESSIONS_MAX} active ones, and one more -> the oldest active one ends`, async () => {
  const world = await openPlatformWorld();
  const { userId, tenantId, session } = await newPerson(world, await newCompany(world));
  const credential = platformTools(world.nowMs).newCredential("session");
  const begin = () => {
    const { nowMs, nextId: newId } = world;
    world.apply([newSession({ userId, tenantId, mfa: false }, credential, FROM, { nowMs, newId })]);
  };
  const over = () => {
    const at = { nowMs: world.nowMs, place: 1 };
    return endBeyond(world.state, { userId, kind: "browser" }, at).facts as SessionFact[];
  };
  for (let count = 1; count < SESSIONS_MAX - 1; count++) begin();
  assert.deepEqual(over(), []);
  begin();
  const ended = over();
  assert.deepEqual(
    ended.map((fact) => fact.session.sessionId),
    [session.sessionId],
  );
  world.apply(ended);
  assert.deepEqual(over(), []);
});
