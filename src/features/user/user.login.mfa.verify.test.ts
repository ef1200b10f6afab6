/** Decision table of user.login.mfa.verify: each code of the second factor is taken once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  appCode,
  asked,
  begunLogin,
  guessUntilWait,
  kindsOf,
  loginAtFactor,
} from "../../../test/support/features/user/people.ts";
import { enrolTotp, newCompany, newPerson, PASSWORD } from "../../../test/world/people.ts";
import {
  platformTable as decisionTable,
  openPlatformWorld,
  type PlatformWorld,
  withNewPepper,
} from "../../../test/world/platform_world.ts";
import { ATTEMPTS, ATTEMPTS_OF_OTHERS } from "./pending_document.ts";
import { userLoginMfaVerify } from "./user.login.mfa.verify.ts";

async function personWithFactor(world: PlatformWorld) {
  const person = await newPerson(world, await newCompany(world));
  return { ...person, password: PASSWORD, ...enrolTotp(world, person.userId) };
}

decisionTable(userLoginMfaVerify, {
  given: async (world) => {
    const person = await personWithFactor(world);
    return { person, login: await loginAtFactor(world, person) };
  },
  input: ({ world, person, login: { loginId } }) => ({
    loginId,
    code: appCode(world, person.secret),
  }),
  rows: [
    {
      title: "the code of the app",
      outcome: "a session with second factor; no revision of the person",
      reply: { mfa: true, status: "active" },
      check({ reply, facts }, { world }) {
        assert.deepEqual(kindsOf(facts), ["login.ended.1", "user.changed.1", "session.begun.1"]);
        assert.match(reply.sessionToken, /^service_session_/);
        assert.equal(world.state.users.byId(1, reply.userId)?.revision, 1);
      },
    },
    {
      title: "the code of the step before",
      input: ({ world, person }) => ({ code: appCode(world, person.secret, -1) }),
      outcome: "taken",
    },
    {
      title: "the code of two steps before",
      input: ({ world, person }) => ({ code: appCode(world, person.secret, -2) }),
      code: "invalid_credentials",
    },
    {
      title: "a recovery code, typed otherwise",
      input: ({ person }) => ({ code: person.recoveryCodes[3]?.toUpperCase().replace("-", " ") }),
      outcome: "taken, nine are left, and the audit feed says so",
      reply: { mfa: true },
      check({ reply, facts }, { world }) {
        const { totp } = world.state.users.byId(1, reply.userId) ?? {};
        assert.equal(totp?.recoveryDigests.length, 9);
        assert.equal(kindsOf(facts).at(-1), "audit.noted.1");
      },
    },
    {
      title: "five wrong codes before",
      given: async ({ world, login: { loginId } }) => {
        await guessUntilWait(world, userLoginMfaVerify, { loginId, code: "wrong-codes" });
      },
      code: "invalid_credentials",
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "the code of the app at another login, after five wrong ones",
      given: ({ world, login }) =>
        guessUntilWait(world, userLoginMfaVerify, { ...login, code: "wrong-codes" }),
      input: async ({ world, person }) => await loginAtFactor(world, person),
      code: "rate_limited",
    },
    {
      title: "a login that has not sent the code of the mail",
      input: async ({ world, person }) => ({ loginId: (await begunLogin(world, person)).loginId }),
      code: "invalid_credentials",
    },
    {
      title: "10 minutes after the code of the mail",
      given: ({ world }) => {
        world.nowMs += 600_000;
      },
      code: "invalid_credentials",
    },
    { title: "no such login", input: { loginId: "lgn_x" }, code: "invalid_credentials" },
    { title: "five characters", input: { code: "12345" }, code: "invalid_request" },
  ],
});

test("user.login.mfa.verify: a code of the app, or a recovery code, at a second login -> invalid_credentials", async () => {
  const world = await openPlatformWorld();
  const person = await personWithFactor(world);
  for (const code of [appCode(world, person.secret), person.recoveryCodes[0]]) {
    const one = await loginAtFactor(world, person);
    const two = await loginAtFactor(world, person);
    const first = await asked(world, userLoginMfaVerify, { ...one, code });
    const second = await asked(world, userLoginMfaVerify, { ...two, code });
    assert.deepEqual([first.code, second.code], [undefined, "invalid_credentials"]);
  }
});

test("user.login.mfa.verify: two logins with one code at one time -> one session", async () => {
  const world = await openPlatformWorld();
  const person = await personWithFactor(world);
  const code = appCode(world, person.secret);
  const inputs = [await loginAtFactor(world, person), await loginAtFactor(world, person)];
  const ready = [];
  for (const login of inputs) {
    const input = { ...login, code };
    ready.push({ input, prepared: await world.prepare(userLoginMfaVerify, input) });
  }
  const codes = ready.map(
    ({ input, prepared }) => world.run(userLoginMfaVerify, input, { prepared }).code,
  );
  assert.deepEqual(codes, [undefined, "invalid_credentials"]);
});

test("user.login.mfa.verify: another secret since the preparation -> invalid_credentials", async () => {
  const world = await openPlatformWorld();
  const person = await personWithFactor(world);
  const code = appCode(world, person.secret);
  const input = { ...(await loginAtFactor(world, person)), code };
  const prepared = await world.prepare(userLoginMfaVerify, input);
  enrolTotp(world, person.userId);
  const { code: refused } = world.run(userLoginMfaVerify, input, { prepared });
  assert.equal(refused, "invalid_credentials");
});

test("second factor: a recovery code of an earlier pepper -> taken once; wrong codes count for who logs in", async () => {
  const world = await openPlatformWorld();
  const person = await personWithFactor(world);
  const { loginId } = await loginAtFactor(world, person);
  const [code = "", other = ""] = person.recoveryCodes;
  await withNewPepper(async () => {
    const wrong = await asked(world, userLoginMfaVerify, { loginId, code: "wrong-codes" });
    assert.equal(wrong.code, "invalid_credentials");
    const [login] = [...world.state.logins.values()];
    assert.deepEqual(
      [login?.attemptsLeft, login?.attemptsOfOthers],
      [ATTEMPTS - 1, ATTEMPTS_OF_OTHERS],
    );
    assert.equal((await asked(world, userLoginMfaVerify, { loginId, code })).code, undefined);
    const again = await loginAtFactor(world, person);
    const used = await asked(world, userLoginMfaVerify, { ...again, code });
    assert.equal(used.code, "invalid_credentials");
    assert.equal(
      (await asked(world, userLoginMfaVerify, { ...again, code: other })).code,
      undefined,
    );
  });
});
