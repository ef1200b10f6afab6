/** Decision table of user.login.code.verify, and how often codes may be guessed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, begunLogin, kindsOf, wrongOf } from "../../../test/support/features/user/people.ts";
import { enrolTotp, newCompany, newPerson, PASSWORD } from "../../../test/world/people.ts";
import {
  platformTable as decisionTable,
  openPlatformWorld,
  type PlatformWorld,
} from "../../../test/world/platform_world.ts";
import { userLoginCodeVerify } from "./user.login.code.verify.ts";

type Begun = { loginId: string; code: string };

async function guess(world: PlatformWorld, { loginId, code }: Begun, times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    const { code: refused } = await asked(world, userLoginCodeVerify, {
      loginId,
      code: wrongOf(code),
    });
    assert.equal(refused, "invalid_credentials");
  }
}

decisionTable(userLoginCodeVerify, {
  given: async (world) => {
    const company = await newCompany(world);
    const person = await newPerson(world, company);
    const { email } = person;
    return { company, person, begun: await begunLogin(world, { email, password: PASSWORD }) };
  },
  input: ({ begun: { loginId, code } }) => ({ loginId, code }),
  rows: [
    {
      title: "the code",
      outcome: "a session of the person's company, without second factor",
      reply: { mfa: false, status: "active" },
      check({ reply, facts }, { company, world }) {
        assert.deepEqual(kindsOf(facts), ["login.ended.1", "session.begun.1"]);
        assert.equal(reply.tenantId, company.tenantId);
        assert.match(reply.sessionToken, /^service_session_/);
        assert.equal(world.state.logins.size, 0);
      },
    },
    {
      title: "the code, and the company of the person",
      input: ({ company }) => ({ tenantId: company.tenantId }),
      outcome: "a session of this company",
    },
    {
      title: "the code, and another company",
      input: async ({ world }) => ({ tenantId: (await newCompany(world, "Other")).tenantId }),
      code: "invalid_credentials",
    },
    {
      title: "a person with a second factor",
      given: ({ world, person }) => enrolTotp(world, person.userId),
      outcome: "no session yet",
      reply: { mfaRequired: true },
      check: ({ facts }) => assert.deepEqual(kindsOf(facts), ["login.changed.1"]),
    },
    {
      title: "a wrong code",
      input: (_made, { code }) => ({ code: wrongOf(code as string) }),
      code: "invalid_credentials",
      check: ({ facts }) => assert.deepEqual(kindsOf(facts), ["login.changed.1"]),
    },
    {
      title: "the code after four wrong ones",
      given: ({ world, begun }) => guess(world, begun, 4),
      outcome: "taken",
    },
    {
      title: "the code after five wrong ones",
      given: ({ world, begun }) => guess(world, begun, 5),
      code: "invalid_credentials",
      check: ({ facts }) => assert.deepEqual(facts, []),
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
    { title: "no such login", input: { loginId: "lgn_x" }, code: "invalid_credentials" },
    {
      title: "the code of another login",
      input: async ({ world, person: { email } }) => {
        const { loginId } = await begunLogin(world, { email, password: PASSWORD });
        return { loginId };
      },
      code: "invalid_credentials",
    },
    { title: "a letter among the digits", input: { code: "12345a" }, code: "invalid_request" },
  ],
});

test("user.login.code.verify: one code twice -> a session, then invalid_credentials", async () => {
  const world = await openPlatformWorld();
  const { email } = await newPerson(world, await newCompany(world));
  const { loginId, code } = await begunLogin(world, { email, password: PASSWORD });
  const prepared = await world.prepare(userLoginCodeVerify, { loginId, code });
  const first = world.run(userLoginCodeVerify, { loginId, code }, { prepared });
  const second = world.run(userLoginCodeVerify, { loginId, code }, { prepared });
  assert.deepEqual([first.code, second.code], [undefined, "invalid_credentials"]);
});

test("user.login.code.verify: the code again, where the second factor is asked for -> refused, no attempt lost", async () => {
  const world = await openPlatformWorld();
  const { email, userId } = await newPerson(world, await newCompany(world));
  enrolTotp(world, userId);
  const { loginId, code } = await begunLogin(world, { email, password: PASSWORD });
  await world.made(userLoginCodeVerify, { loginId, code });
  const again = await asked(world, userLoginCodeVerify, { loginId, code });
  assert.deepEqual([again.code, again.facts], ["invalid_credentials", []]);
});
