/** Decision table of user.mfa.totp.enrollment.confirm. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  appCode,
  asked,
  guessUntilWait,
  kindsOf,
  loginAtFactor,
  mailsIn,
} from "../../../test/support/features/user/people.ts";
import { enrolTotp, newCompany, newPerson, PASSWORD } from "../../../test/world/people.ts";
import {
  platformTable as decisionTable,
  openPlatformWorld,
} from "../../../test/world/platform_world.ts";
import { userLoginMfaVerify } from "./user.login.mfa.verify.ts";
import { userMfaTotpEnrollmentBegin } from "./user.mfa.totp.enrollment.begin.ts";
import { userMfaTotpEnrollmentConfirm } from "./user.mfa.totp.enrollment.confirm.ts";

decisionTable(userMfaTotpEnrollmentConfirm, {
  given: async (world) => {
    const person = await newPerson(world, await newCompany(world));
    const caller = person.session;
    const { secret } = await world.made(userMfaTotpEnrollmentBegin, {}, { caller });
    return { person, caller, secret: secret as string };
  },
  asking: ({ caller }) => ({ caller }),
  input: ({ world, secret }) => ({ code: appCode(world, secret) }),
  rows: [
    {
      title: "the code of the app",
      outcome: "enrolled, ten recovery codes, a mail",
      check({ reply, facts }, { world, person }) {
        assert.equal(new Set(reply.recoveryCodes).size, 10);
        assert.deepEqual(kindsOf(facts), ["user.changed.1", "audit.noted.1"]);
        assert.equal(mailsIn(facts)[0]?.template, "mfa_enrolled");
        for (const code of reply.recoveryCodes) {
          assert.equal(JSON.stringify(facts).includes(code), false);
        }
        const user = world.state.users.byId(1, person.userId);
        assert.equal(user?.totp?.lastStep, Math.floor(world.nowMs / 30_000));
        assert.equal(user?.enrollment, undefined);
      },
    },
    { title: "a wrong code", input: { code: "abcdef" }, code: "invalid_credentials" },
    {
      title: "the code of the app, after five wrong ones",
      given: ({ world, caller }) =>
        guessUntilWait(world, userMfaTotpEnrollmentConfirm, { code: "abcdef" }, { caller }),
      code: "rate_limited",
    },
    {
      title: "one millisecond before the 10 minutes are over",
      given: ({ world }) => {
        world.nowMs += 599_999;
      },
      outcome: "enrolled",
    },
    {
      title: "at the end of the 10 minutes",
      given: ({ world }) => {
        world.nowMs += 600_000;
      },
      code: "state_conflict",
      details: { expected: "an enrolment under way", actual: "none" },
    },
    {
      title: "the code of a secret that was replaced",
      given: ({ world, caller }) => world.made(userMfaTotpEnrollmentBegin, {}, { caller }),
      code: "invalid_credentials",
    },
    {
      title: "enrolled already",
      given: ({ world, person }) => enrolTotp(world, person.userId),
      code: "state_conflict",
      details: { expected: "no second factor", actual: "enrolled" },
    },
  ],
});

test("user.mfa.totp.enrollment.confirm: nothing begun -> state_conflict", async () => {
  const world = await openPlatformWorld();
  const { session: caller } = await newPerson(world, await newCompany(world));
  const { code } = await asked(world, userMfaTotpEnrollmentConfirm, { code: "123456" }, { caller });
  assert.equal(code, "state_conflict");
});

test("user.mfa.totp.enrollment.confirm: its code at a login -> used; the next step's -> taken", async () => {
  const world = await openPlatformWorld();
  const { session: caller, email } = await newPerson(world, await newCompany(world));
  const { secret } = await world.made(userMfaTotpEnrollmentBegin, {}, { caller });
  const code = appCode(world, secret);
  await world.made(userMfaTotpEnrollmentConfirm, { code }, { caller });
  const login = await loginAtFactor(world, { email, password: PASSWORD });
  const used = await asked(world, userLoginMfaVerify, { ...login, code });
  const next = await asked(world, userLoginMfaVerify, {
    ...login,
    code: appCode(world, secret, 1),
  });
  assert.deepEqual([used.code, next.code], ["invalid_credentials", undefined]);
});
