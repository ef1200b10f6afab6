/** Decision table of user.mfa.totp.disable. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  appCode,
  asked,
  guessUntilWait,
  kindsOf,
  loginAtFactor,
  mailsIn,
  WRONG,
} from "../../../test/support/features/user/people.ts";
import { sessionCaller } from "../../../test/world/callers.ts";
import { enrolTotp, newCompany, newPerson, PASSWORD } from "../../../test/world/people.ts";
import { platformTable as decisionTable } from "../../../test/world/platform_world.ts";
import { gateOf } from "../../access/gate.ts";
import { checkMfa } from "../../access/permission.ts";
import { userLoginMfaVerify } from "./user.login.mfa.verify.ts";
import { userMfaTotpDisable } from "./user.mfa.totp.disable.ts";

decisionTable(userMfaTotpDisable, {
  given: async (world) => {
    const person = await newPerson(world, await newCompany(world), { mfa: true });
    return { person, ...enrolTotp(world, person.userId) };
  },
  asking: ({ person }) => ({ caller: person.session }),
  input: ({ world, secret }) => ({ password: PASSWORD, code: appCode(world, secret) }),
  rows: [
    {
      title: "password and code",
      outcome: "no second factor, no recovery codes, a mail",
      check({ facts }, { world, person }) {
        assert.deepEqual(kindsOf(facts), ["user.changed.1", "audit.noted.1"]);
        assert.equal(mailsIn(facts)[0]?.template, "mfa_disabled");
        assert.equal(world.state.users.byId(1, person.userId)?.totp, undefined);
      },
    },
    {
      title: "password and a recovery code",
      input: ({ recoveryCodes }) => ({ code: recoveryCodes[9] }),
      outcome: "no second factor",
    },
    { title: "a wrong password", input: { password: WRONG }, code: "invalid_credentials" },
    { title: "a wrong code", input: { code: "abcdef" }, code: "invalid_credentials" },
    {
      title: "a code that a login has used",
      given: async ({ world, person: { email }, secret }) => {
        const login = await loginAtFactor(world, { email, password: PASSWORD });
        const code = appCode(world, secret);
        await asked(world, userLoginMfaVerify, { ...login, code });
      },
      code: "invalid_credentials",
    },
    {
      title: "password and code, after five wrong passwords",
      given: ({ world, person: { session: caller } }) =>
        guessUntilWait(world, userMfaTotpDisable, { password: WRONG, code: "abcdef" }, { caller }),
      code: "rate_limited",
    },
    {
      title: "password and code, after five wrong codes",
      given: ({ world, person: { session: caller } }) => {
        const wrong = { password: PASSWORD, code: "abcdef" };
        return guessUntilWait(world, userMfaTotpDisable, wrong, { caller });
      },
      code: "rate_limited",
    },
    {
      title: "no second factor any more",
      given: ({ world, person, secret }) =>
        world.made(
          userMfaTotpDisable,
          { password: PASSWORD, code: appCode(world, secret) },
          { caller: person.session },
        ),
      code: "invalid_credentials",
    },
  ],
});

test("user.mfa.totp.disable: a session without second factor -> mfa_verification_required", () => {
  const refusal = checkMfa(sessionCaller({ mfa: false }), gateOf(userMfaTotpDisable));
  assert.equal(refusal?.code, "mfa_verification_required");
  assert.equal(checkMfa(sessionCaller({ mfa: true }), gateOf(userMfaTotpDisable)), undefined);
});
