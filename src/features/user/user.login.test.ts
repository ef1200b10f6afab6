/** Decision table of user.login, and how it stays silent about who has an account. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asked,
  askedOften,
  begunLogin,
  codeIn,
  countingPasswords,
  kindsOf,
  mailsIn,
  NEW_PASSWORD,
  WRONG,
} from "../../../test/support/features/user/people.ts";
import { newCompany, newPerson, PASSWORD } from "../../../test/world/people.ts";
import {
  platformTable as decisionTable,
  IDENTITY_LIMIT,
  newProof,
  openPlatformWorld,
  platformTools,
} from "../../../test/world/platform_world.ts";
import { userLogin } from "./user.login.ts";
import { changedUser } from "./user_facts.ts";

decisionTable(userLogin, {
  given: async (world) => ({
    person: await newPerson(world, await newCompany(world)),
    proofOfWork: await newProof(world.nowMs),
  }),
  input: ({ person: { email }, proofOfWork }) => ({ email, password: PASSWORD, proofOfWork }),
  rows: [
    {
      title: "address, password and proof",
      outcome: "a code by mail, five attempts",
      reply: { attemptsLeft: 5 },
      check({ reply, facts }, { world, person }) {
        assert.equal(Date.parse(reply.codeExpiresAt), world.nowMs + 600_000);
        assert.deepEqual(kindsOf(facts), ["proof.used.1", "identity.counted.1", "login.begun.1"]);
        assert.equal(mailsIn(facts)[0]?.template, "login_code");
        assert.match(codeIn({ facts }, person.email), /^[0-9]{6}$/);
      },
    },
    {
      title: "the address in capitals",
      input: { email: "OWNER@EXAMPLE.COM" },
      outcome: "the same account",
    },
    {
      title: "a wrong password",
      input: { password: WRONG },
      code: "invalid_credentials",
      check: ({ facts }) =>
        assert.deepEqual(kindsOf(facts), ["proof.used.1", "identity.counted.1"]),
    },
    {
      title: "an unknown address",
      input: { email: "nobody@example.com" },
      code: "invalid_credentials",
      check: ({ facts }) =>
        assert.deepEqual(kindsOf(facts), ["proof.used.1", "identity.counted.1"]),
    },
    { title: "no proof of work", input: { proofOfWork: "none" }, code: "invalid_credentials" },
    {
      title: "a proof that was used for a wrong password",
      given: async ({ world, person: { email }, proofOfWork }) =>
        asked(world, userLogin, { email, password: WRONG, proofOfWork }),
      code: "invalid_credentials",
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    {
      title: "a proof whose 5 minutes are over",
      given: ({ world }) => {
        world.nowMs += 300_000;
      },
      code: "invalid_credentials",
    },
    {
      title: `${IDENTITY_LIMIT} wrong passwords from here in this minute`,
      given: ({ world, person: { email } }) =>
        askedOften(world, userLogin, { email, password: WRONG }),
      code: "rate_limited",
      details: { subject: "email", limit: IDENTITY_LIMIT },
      check: ({ facts }) => assert.deepEqual(facts, []),
    },
    { title: "an address that is none", input: { email: "owner" }, code: "invalid_request" },
    {
      title: "an address with a look-alike",
      input: { email: "оwner@example.com" },
      code: "invalid_request",
    },
    {
      title: "a password of 257 characters",
      input: { password: "x".repeat(257) },
      code: "invalid_request",
    },
  ],
});

test("user.login: unknown address, wrong password, used proof -> one body", async () => {
  const world = await openPlatformWorld();
  const { email } = await newPerson(world, await newCompany(world));
  const proofOfWork = await newProof(world.nowMs);
  const tries = [
    { email, password: WRONG, proofOfWork },
    { email, password: PASSWORD, proofOfWork },
    { email, password: PASSWORD, proofOfWork: "none" },
    { email: "nobody@example.com", password: WRONG, proofOfWork: await newProof(world.nowMs) },
  ];
  const bodies = new Set<string | undefined>();
  for (const input of tries) {
    const { code, body } = await asked(world, userLogin, input);
    assert.equal(code, "invalid_credentials");
    bodies.add(body?.replaceAll(/rcpt_\w+/g, ""));
  }
  assert.equal(bodies.size, 1);
});

test("user.login: no proof, a used proof, a new one -> a password is compared for the new one alone", async () => {
  const world = await openPlatformWorld();
  const { email } = await newPerson(world, await newCompany(world));
  const used = await newProof(world.nowMs);
  await asked(world, userLogin, { email, password: WRONG, proofOfWork: used });
  const counting = countingPasswords(userLogin);
  for (const [proofOfWork, times] of [
    ["none", 0],
    [used, 0],
    [await newProof(world.nowMs), 1],
  ] as const) {
    for (const address of [email, "nobody@example.com"]) {
      counting.compared = 0;
      await world.prepare(counting.operation, { email: address, password: PASSWORD, proofOfWork });
      assert.equal(counting.compared, times, `${proofOfWork} for ${address}`);
    }
  }
});

test("user.login: the password changes between preparation and decision -> invalid_credentials", async () => {
  const world = await openPlatformWorld();
  const { email, userId } = await newPerson(world, await newCompany(world));
  const proofOfWork = await newProof(world.nowMs);
  const input = { email, password: PASSWORD, proofOfWork };
  const prepared = await world.prepare(userLogin, input);
  const { users } = world.state;
  const user = users.byId(1, userId);
  assert.ok(user !== undefined);
  const passwordHash = await platformTools(0).hashPassword(NEW_PASSWORD);
  world.apply([changedUser(user, { passwordHash }, world.nowMs)]);
  assert.equal(world.run(userLogin, input, { prepared }).code, "invalid_credentials");
});

test("user.login: many logins, then one after their time -> only that one is kept, and its proof", async () => {
  const world = await openPlatformWorld();
  const { email } = await newPerson(world, await newCompany(world));
  for (let count = 0; count < 5; count++) await begunLogin(world, { email, password: PASSWORD });
  assert.deepEqual([world.state.logins.size, world.state.usedProofs.size], [5, 5]);
  world.nowMs += 600_000;
  await begunLogin(world, { email, password: PASSWORD });
  assert.deepEqual([world.state.logins.size, world.state.usedProofs.size], [1, 1]);
});
