/** Decision table of user.password.reset.confirm, and what ends with the old password. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asked,
  begunLogin,
  begunReset,
  kindsOf,
  mailsIn,
  NEW_PASSWORD,
  wrongOf,
} from "../../../test/support/features/user/people.ts";
import { enrolTotp, newCompany, newPerson, PASSWORD } from "../../../test/world/people.ts";
import {
  platformTable as decisionTable,
  openPlatformWorld,
  type PlatformWorld,
  platformTools,
} from "../../../test/world/platform_world.ts";
import type { PersonalAccessTokenFact } from "../personal_access_token/personal_access_token_noun.ts";
import { userLoginCodeVerify } from "./user.login.code.verify.ts";
import { userPasswordResetConfirm } from "./user.password.reset.confirm.ts";

const TOKEN_ENDS = 1_000_000;

/** Gives the person a token. */
function giveToken(
  world: PlatformWorld,
  { userId, tenantId }: { userId: string; tenantId: string },
) {
  const { identity, digest } = platformTools(world.nowMs).newCredential("pat");
  const fact: PersonalAccessTokenFact = {
    kind: "personal_access_token.created.1",
    personalAccessToken: {
      personalAccessTokenId: world.nextId("pat"),
      userId,
      tenantId,
      name: "laptop",
      scopes: [],
      mfa: false,
      prefix: "service_pat_",
      identity,
      digest,
      createdAtMs: world.nowMs,
      expiresAtMs: world.nowMs + TOKEN_ENDS,
    },
  };
  world.apply([fact]);
}

decisionTable(userPasswordResetConfirm, {
  given: async (world) => {
    const person = await newPerson(world, await newCompany(world));
    giveToken(world, person);
    return { person, begun: await begunReset(world, person.email) };
  },
  input: ({ begun: { resetId, code } }) => ({ resetId, code, newPassword: NEW_PASSWORD }),
  rows: [
    {
      title: "the code",
      outcome: "the new password; sessions and tokens are revoked, a mail says so",
      async check({ facts }, { world, person }) {
        assert.deepEqual(kindsOf(facts), [
          ...["user.changed.1", "session.revoked.1", "personal_access_token.revoked.1"],
          "audit.noted.1",
        ]);
        assert.equal(mailsIn(facts)[0]?.template, "password_changed");
        await begunLogin(world, { email: person.email, password: NEW_PASSWORD });
        assert.equal(JSON.stringify(facts).includes(NEW_PASSWORD), false);
        assert.equal(world.state.passwordResets.size, 0);
      },
    },
    {
      title: "a person with a second factor",
      given: ({ world, person }) => enrolTotp(world, person.userId),
      outcome: "the factor stays",
      check: (_result, { world, person }) =>
        assert.ok(world.state.users.byId(1, person.userId)?.totp !== undefined),
    },
    {
      title: "a wrong code",
      input: (_made, { code }) => ({ code: wrongOf(code as string) }),
      code: "invalid_credentials",
      check: ({ facts }) => assert.deepEqual(kindsOf(facts), ["password_reset.changed.1"]),
    },
    {
      title: "the code after five wrong ones",
      given: async ({ world, begun: { resetId, code } }) => {
        const input = { resetId, code: wrongOf(code), newPassword: NEW_PASSWORD };
        for (let count = 0; count < 5; count++) await asked(world, userPasswordResetConfirm, input);
      },
      code: "invalid_credentials",
    },
    {
      title: "one millisecond before its end",
      given: ({ world }) => {
        world.nowMs += 599_999;
      },
      outcome: "taken",
    },
    {
      title: "at the millisecond of its end",
      given: ({ world }) => {
        world.nowMs += 600_000;
      },
      code: "invalid_credentials",
    },
    { title: "no such reset", input: { resetId: "rst_x" }, code: "invalid_credentials" },
    {
      title: "a short password",
      input: { newPassword: "elevenchars" },
      code: "invalid_request",
    },
    {
      title: "the code, and the address as password",
      input: ({ person: { email } }) => ({ newPassword: email }),
      code: "invalid_request",
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a wrong code, and the address as password",
      input: ({ person: { email } }, { code }) => ({
        code: wrongOf(code as string),
        newPassword: email,
      }),
      code: "invalid_credentials",
    },
  ],
});

test("user.password.reset.confirm: one code twice -> the first; a login that was begun before -> refused", async () => {
  const world = await openPlatformWorld();
  const { email } = await newPerson(world, await newCompany(world));
  const login = await begunLogin(world, { email, password: PASSWORD });
  const { resetId, code } = await begunReset(world, email);
  const input = { resetId, code, newPassword: NEW_PASSWORD };
  const prepared = await world.prepare(userPasswordResetConfirm, input);
  const first = world.run(userPasswordResetConfirm, input, { prepared });
  const second = world.run(userPasswordResetConfirm, input, { prepared });
  assert.deepEqual([first.code, second.code], [undefined, "invalid_credentials"]);
  const late = { loginId: login.loginId, code: login.code };
  assert.equal((await asked(world, userLoginCodeVerify, late)).code, "invalid_credentials");
});

test("user.password.reset.confirm: no reset, a wrong, the right, a retired code -> a hash for the right one alone", async () => {
  const world = await openPlatformWorld();
  const { email } = await newPerson(world, await newCompany(world));
  const { resetId, code } = await begunReset(world, email);
  const hashesFor = async (input: { resetId: string; code: string }) => {
    const draft = { ...input, newPassword: NEW_PASSWORD };
    return "passwordHash" in ((await world.prepare(userPasswordResetConfirm, draft)) as object);
  };
  assert.equal(await hashesFor({ resetId: "rst_x", code }), false);
  assert.equal(await hashesFor({ resetId, code: wrongOf(code) }), false);
  assert.equal(await hashesFor({ resetId, code }), true);
  const wrong = { resetId, code: wrongOf(code), newPassword: NEW_PASSWORD };
  for (let time = 0; time < 5; time++) await asked(world, userPasswordResetConfirm, wrong);
  assert.equal(await hashesFor({ resetId, code }), false);
});
