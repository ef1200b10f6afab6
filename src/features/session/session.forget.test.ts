/** Decision table of session.forget, and how long an edge knows a session after its end. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { newLogin } from "../../../test/support/features/oauth/logins.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import {
  FROM,
  openPlatformWorld,
  type PlatformWorld,
  platformTable,
} from "../../../test/world/platform_world.ts";
import { makeCredential } from "../../access/credential_text.ts";
import { Credentials } from "../../access/credentials.ts";
import { ENDED_KNOWN_DAYS, forgottenAtMs } from "../../contract/messages/credential_end.ts";
import { CREDENTIAL_USED, type CredentialUsed } from "../credential_use/credential_use_facts.ts";
import { FORGOTTEN_AT_ONCE } from "../credential_use/ended_credentials.ts";
import { sessionForget } from "./session.forget.ts";
import { newSession, revokedSession, SESSIONS_FORGOTTEN } from "./session_facts.ts";

const DAY_MS = 86_400_000;
const PEPPER = Buffer.alloc(32, 3);
const HERE = Uint8Array.of(192, 0, 2, 7);

async function given(world: PlatformWorld) {
  const person = await newPerson(world, await newCompany(world));
  const { sessionId } = person.session;
  const session = world.state.sessions.byId(1, sessionId);
  assert.ok(session !== undefined);
  return { person, sessionId, session };
}

platformTable(sessionForget, {
  given,
  input: ({ sessionId }) => ({ first: sessionId }),
  asking: () => ({ cause: "clock" }),
  rows: [
    {
      title: "a session that is in force",
      code: "state_conflict",
    },
    {
      title: "a day before it is forgotten",
      given({ world, session }) {
        world.nowMs = forgottenAtMs(session) - 1;
      },
      code: "state_conflict",
    },
    {
      title: "90 days and the rest of a day after its end",
      given({ world, session, sessionId }) {
        const uses = [{ id: sessionId, atMs: world.nowMs, address: "::1" }];
        const used: CredentialUsed = { kind: CREDENTIAL_USED, uses };
        world.apply([used]);
        world.nowMs = forgottenAtMs(session);
      },
      outcome: "removed with its last use",
      check({ facts }, { world, sessionId }) {
        assert.deepEqual(facts, [{ kind: SESSIONS_FORGOTTEN, sessionIds: [sessionId] }]);
        assert.equal(world.state.sessions.byId(1, sessionId), undefined);
        assert.equal(world.state.credentialUses.find(sessionId), undefined);
      },
    },
    {
      title: "one that was revoked before it expired",
      given({ world, session }) {
        world.apply([revokedSession(session, world.nowMs)]);
        world.nowMs = forgottenAtMs({ expiresAtMs: world.nowMs });
      },
      outcome: "removed as early as one that expired then",
      check: (_, { world, sessionId }) =>
        assert.equal(world.state.sessions.byId(1, sessionId), undefined),
    },
  ],
});

test("session.forget: a login whose time has come, as time passes -> ended with its keys, forgotten 90 days later", async () => {
  const world = await openPlatformWorld();
  const person = await newPerson(world, await newCompany(world));
  const { sessionId, access } = await newLogin(world, person);
  const { login } = world.state.sessions.byId(1, sessionId) ?? {};
  assert.ok(login !== undefined);
  const goneMs = forgottenAtMs({ expiresAtMs: login.idleEndsAtMs });
  world.nowMs = goneMs - 1;
  world.passTime();
  assert.equal(world.state.sessions.byId(1, sessionId)?.login?.endedAtMs, login.idleEndsAtMs);
  const edge = new Credentials({ all: [PEPPER] }, undefined, await world.directory());
  const ask = (nowMs: number, authorization = `Bearer ${access}`) =>
    edge.authenticate(
      { audience: "api", authorization, sessionText: "", tenant: "", address: HERE },
      nowMs,
    );
  const known = ask(goneMs - 1);
  assert.ok("refused" in known && known.code === "session_expired");
  const nobody = makeCredential("access", randomBytes, PEPPER).text;
  assert.deepEqual(ask(goneMs), ask(goneMs, `Bearer ${nobody}`));
  world.nowMs = goneMs;
  world.passTime();
  assert.equal(world.state.sessions.byId(1, sessionId), undefined);
});

test("session.forget: more than one step takes, as time passes -> all gone, in steps; one in force stays", async () => {
  const world = await openPlatformWorld();
  const { person, session } = await given(world);
  const { userId, tenantId } = person;
  const begin = (sub: number) => {
    const context = {
      nowMs: world.nowMs,
      newId: (prefix: string) => world.nextId(prefix, sub),
    };
    const who = { userId, tenantId, mfa: false };
    return newSession(who, makeCredential("session", randomBytes, PEPPER), FROM, context);
  };
  world.apply(Array.from({ length: 2 * FORGOTTEN_AT_ONCE }, (_, sub) => begin(sub)));
  world.nowMs = forgottenAtMs(session);
  world.apply([begin(0)]);
  const counts = world.passTime().map(({ reply }) => reply.forgotten);
  assert.deepEqual(counts, [FORGOTTEN_AT_ONCE, FORGOTTEN_AT_ONCE, 1]);
  assert.equal(world.state.sessions.size, 1);
});

test("a session after its end: with the right text -> revoked, said so for 90 days, then unknown, stored or not", async () => {
  const world = await openPlatformWorld();
  const { person } = await given(world);
  const { text, ...credential } = makeCredential("session", randomBytes, PEPPER);
  const { userId, tenantId } = person;
  const context = { nowMs: world.nowMs, newId: world.nextId };
  const begun = newSession({ userId, tenantId, mfa: false }, credential, FROM, context);
  world.apply([begun]);
  const session = world.state.sessions.byId(1, begun.session.sessionId);
  assert.ok(session !== undefined);
  const revokedAtMs = world.nowMs + 1;
  world.apply([revokedSession(session, revokedAtMs)]);
  const presented = {
    audience: "api" as const,
    authorization: undefined,
    tenant: "",
    address: HERE,
  };
  const older = new Credentials({ all: [PEPPER] }, undefined, await world.directory());
  const ask = (edge: Credentials, sessionText: string, nowMs: number) =>
    edge.authenticate({ ...presented, sessionText }, nowMs);
  const known = ask(older, text, revokedAtMs + ENDED_KNOWN_DAYS * DAY_MS - 1);
  assert.ok("refused" in known && known.code === "session_revoked");
  const nobody = makeCredential("session", randomBytes, PEPPER).text;
  const goneMs = forgottenAtMs({ ...session, revokedAtMs });
  const unknown = ask(older, nobody, goneMs);
  assert.deepEqual(ask(older, text, goneMs), unknown);
  world.nowMs = goneMs;
  world.passTime();
  const fresh = new Credentials({ all: [PEPPER] }, undefined, await world.directory());
  assert.deepEqual(ask(fresh, text, goneMs), unknown);
  assert.deepEqual(ask(older, text, goneMs), unknown);
});
