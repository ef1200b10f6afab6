/** Decision table of session.list. */
import assert from "node:assert/strict";
import { sessionElsewhere } from "../../../test/support/features/session/sessions.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { FROM, platformTable, platformTools } from "../../../test/world/platform_world.ts";
import { credentialUseRecord } from "../credential_use/credential_use.record.ts";
import { sessionList } from "./session.list.ts";
import { newSession } from "./session_facts.ts";

platformTable(sessionList, {
  async given(world) {
    const company = await newCompany(world);
    const mine = await newPerson(world, company);
    const theirs = await newPerson(world, company, { role: "admin" });
    world.nowMs += 1_000;
    const { nowMs, nextId: newId } = world;
    const { userId, tenantId } = mine;
    const credential = platformTools(nowMs).newCredential("session");
    const later = newSession({ userId, tenantId, mfa: true }, credential, FROM, { nowMs, newId });
    world.apply([later]);
    return { mine, theirs, laterId: later.session.sessionId };
  },
  asking: ({ mine }) => ({ caller: mine.session }),
  rows: [
    {
      title: "two sessions, and one of another person",
      outcome: "the own ones, newest first, without digest and identity",
      check({ reply }, { mine, laterId }) {
        const ids = reply.items.map(({ sessionId }: { sessionId: string }) => sessionId);
        assert.deepEqual(ids, [laterId, mine.session.sessionId]);
        const text = JSON.stringify(reply);
        assert.ok(!text.includes("digest") && !text.includes("identity"), text);
      },
    },
    {
      title: "a token of the other person",
      asking: ({ theirs }) => ({ caller: theirs.token }),
      outcome: "that person's",
      check: ({ reply }, { theirs }) =>
        assert.deepEqual(
          reply.items.map(({ sessionId }: { sessionId: string }) => sessionId),
          [theirs.session.sessionId],
        ),
    },
    {
      title: "a token, of a person who is signed in for another company too",
      async given({ world, mine }) {
        await sessionElsewhere(world, mine);
      },
      asking: ({ mine }) => ({ caller: mine.token }),
      outcome: "those of the token's company alone; a session sees all",
      async check({ reply }, { world, mine, laterId }) {
        const idsIn = (items: { sessionId: string }[]) => items.map(({ sessionId }) => sessionId);
        assert.deepEqual(idsIn(reply.items), [laterId, mine.session.sessionId]);
        const all = await world.found(sessionList, {}, { caller: mine.session });
        assert.equal(all.items.length, 3);
      },
    },
    {
      title: "a page of one",
      input: { limit: "1" },
      outcome: "the newest, and a cursor to the rest",
      async check({ reply }, { world, mine }) {
        const page = { limit: "1", cursor: reply.nextCursor };
        const rest = await world.found(sessionList, page, { caller: mine.session });
        assert.equal(rest.items[0].sessionId, mine.session.sessionId);
      },
    },
    {
      title: "a session whose use was noted",
      given: ({ world, laterId }) =>
        world.run(
          credentialUseRecord,
          { uses: [{ id: laterId, atMs: world.nowMs, address: "::1" }] },
          { cause: "platform" },
        ),
      outcome: "its last use",
      check: ({ reply }, { world }) =>
        assert.equal(reply.items[0].lastUsedAt, new Date(world.nowMs).toISOString()),
    },
    { title: "a cursor of nobody", input: { cursor: "x" }, code: "invalid_request" },
  ],
});
