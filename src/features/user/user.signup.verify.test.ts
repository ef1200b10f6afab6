/** Decision table of user.signup.verify. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { invited } from "../../../test/support/features/user/invitation.ts";
import {
  asked,
  begunSignup,
  kindsOf,
  wrongOf,
} from "../../../test/support/features/user/people.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import {
  platformTable as decisionTable,
  openPlatformWorld,
} from "../../../test/world/platform_world.ts";
import { userSignupVerify } from "./user.signup.verify.ts";

decisionTable(userSignupVerify, {
  given: async (world) => ({ begun: await begunSignup(world) }),
  input: ({ begun: { signupId, code } }) => ({ signupId, code }),
  rows: [
    {
      title: "the code",
      outcome: "a person who owns a company, and a session without second factor",
      reply: { mfa: false, status: "active", kind: "browser" },
      check({ reply, facts }, { world }) {
        assert.deepEqual(kindsOf(facts), [
          ...["signup.ended.1", "user.created.1", "tenant.created.1", "member.added.1"],
          ...["session.begun.1", "audit.noted.1"],
        ]);
        assert.match(reply.sessionToken, /^service_session_/);
        assert.equal(JSON.stringify(facts).includes(reply.sessionToken.slice(-40)), false);
        const [member] = world.state.members.inGroup("user", reply.userId);
        assert.deepEqual([member?.role, member?.tenantId], ["owner", reply.tenantId]);
        assert.equal(world.state.tenants.find(reply.tenantId)?.name, "Hopper Ltd");
        assert.equal(world.state.signups.size, 0);
      },
    },
    {
      title: "a wrong code",
      input: (_made, { code }) => ({ code: wrongOf(code as string) }),
      code: "invalid_credentials",
      check: (_result, { world }) =>
        assert.equal([...world.state.signups.values()][0]?.attemptsLeft, 4),
    },
    {
      title: "the code after five wrong ones",
      given: async ({ world, begun: { signupId, code } }) => {
        for (let count = 0; count < 5; count++) {
          await asked(world, userSignupVerify, { signupId, code: wrongOf(code) });
        }
      },
      code: "invalid_credentials",
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "the code after four wrong ones",
      given: async ({ world, begun: { signupId, code } }) => {
        for (let count = 0; count < 4; count++) {
          await asked(world, userSignupVerify, { signupId, code: wrongOf(code) });
        }
      },
      outcome: "taken",
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
    { title: "no such sign-up", input: { signupId: "sgn_x" }, code: "invalid_credentials" },
    { title: "five digits", input: { code: "12345" }, code: "invalid_request" },
    {
      title: "an account of the address since",
      given: async ({ world }) =>
        newPerson(world, await newCompany(world), { email: "new@example.com" }),
      code: "invalid_credentials",
    },
  ],
});

test("user.signup.verify: one code twice -> a session, then invalid_credentials", async () => {
  const world = await openPlatformWorld();
  const { signupId, code } = await begunSignup(world);
  // Both are prepared before the first is decided, as two requests at one time are.
  const prepared = await world.prepare(userSignupVerify, { signupId, code });
  const first = world.run(userSignupVerify, { signupId, code }, { prepared });
  const second = world.run(userSignupVerify, { signupId, code }, { prepared });
  assert.deepEqual([first.code, second.code], [undefined, "invalid_credentials"]);
});

test("user.signup.verify: with an invitation -> a member of its company, once; gone since -> refused", async () => {
  const world = await openPlatformWorld();
  const { tenantId } = await newCompany(world);
  const invitationToken = invited(world, tenantId);
  const one = await begunSignup(world, { invitationToken });
  const two = await begunSignup(world, { invitationToken });
  const { reply, facts } = await asked(world, userSignupVerify, idAndCode(one));
  assert.equal(reply.tenantId, tenantId);
  assert.equal(kindsOf(facts).includes("tenant.created.1"), false);
  assert.equal(world.state.members.inGroup("user", reply.userId)[0]?.role, "developer");
  assert.equal([...world.state.invitations.values()][0]?.status, "accepted");
  const again = await asked(world, userSignupVerify, idAndCode(two));
  assert.equal(again.code, "invalid_credentials");
});

function idAndCode({ signupId, code }: { signupId: string; code: string }) {
  return { signupId, code };
}
