/** Decision table of user.password.change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asked,
  begunLogin,
  guessUntilWait,
  kindsOf,
  mailsIn,
  NEW_PASSWORD,
  WRONG,
} from "../../../test/support/features/user/people.ts";
import { newCompany, newPerson, PASSWORD } from "../../../test/world/people.ts";
import {
  platformTable as decisionTable,
  openPlatformWorld,
  type PlatformWorld,
  platformTools,
} from "../../../test/world/platform_world.ts";
import { newSession } from "../session/session_facts.ts";
import { userPasswordChange } from "./user.password.change.ts";

const FROM = { address: "198.51.100.1", userAgent: "another" };

/** Another session of the person; returns its id. */
function anotherSession(
  world: PlatformWorld,
  { userId, tenantId }: { userId: string; tenantId: string },
) {
  const { nowMs, nextId: newId } = world;
  const credential = platformTools(nowMs).newCredential("session");
  const fact = newSession({ userId, tenantId, mfa: false }, credential, FROM, { nowMs, newId });
  world.apply([fact]);
  return fact.session.sessionId;
}

decisionTable(userPasswordChange, {
  given: async (world) => {
    const person = await newPerson(world, await newCompany(world));
    return { person, other: anotherSession(world, person) };
  },
  asking: ({ person }) => ({ caller: person.session }),
  input: () => ({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  rows: [
    {
      title: "the current password",
      outcome: "the new one; the other session ends, the own goes on, a mail says so",
      async check({ facts }, { world, person, other }) {
        assert.deepEqual(kindsOf(facts), ["user.changed.1", "session.revoked.1", "audit.noted.1"]);
        const { sessions } = world.state;
        assert.equal(sessions.byId(1, other)?.revokedAtMs, world.nowMs);
        assert.equal(sessions.byId(1, person.session.sessionId)?.revokedAtMs, undefined);
        assert.equal(mailsIn(facts)[0]?.template, "password_changed");
        await begunLogin(world, { email: person.email, password: NEW_PASSWORD });
      },
    },
    {
      title: "a wrong password",
      input: { currentPassword: WRONG },
      code: "invalid_credentials",
      check: ({ facts }) => assert.deepEqual(kindsOf(facts), ["guess.wrong.1"]),
    },
    {
      title: "the current password, after five wrong ones",
      given: ({ world, person: { session: caller } }) =>
        guessUntilWait(
          world,
          userPasswordChange,
          { currentPassword: WRONG, newPassword: NEW_PASSWORD },
          { caller },
        ),
      code: "rate_limited",
      details: { subject: "credential", limit: 5 },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a common new password",
      input: { newPassword: "password1234" },
      code: "invalid_request",
    },
    {
      title: "the address as new password",
      input: ({ person: { email } }) => ({ newPassword: email }),
      code: "invalid_request",
    },
    {
      title: "the address as new password, and a wrong current one",
      input: ({ person: { email } }) => ({ newPassword: email, currentPassword: WRONG }),
      code: "invalid_credentials",
    },
  ],
});

test("user.password.change: two at one time -> the first, then invalid_credentials", async () => {
  const world = await openPlatformWorld();
  const { session: caller } = await newPerson(world, await newCompany(world));
  const input = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  const prepared = await world.prepare(userPasswordChange, input, { caller });
  const first = world.run(userPasswordChange, input, { caller, prepared });
  const second = world.run(userPasswordChange, input, { caller, prepared });
  assert.deepEqual([first.code, second.code], [undefined, "invalid_credentials"]);
  const again = await asked(world, userPasswordChange, input, { caller });
  assert.equal(again.code, "invalid_credentials");
});
