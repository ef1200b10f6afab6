/** Decision table of user.signup. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { invited } from "../../../test/support/features/user/invitation.ts";
import {
  asked,
  askedOften,
  codeIn,
  kindsOf,
  mailsIn,
  NEW_PASSWORD,
} from "../../../test/support/features/user/people.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import {
  platformTable as decisionTable,
  IDENTITY_LIMIT,
  newProof,
  openPlatformWorld,
} from "../../../test/world/platform_world.ts";
import { userSignup } from "./user.signup.ts";

const EMAIL = "new@example.com";

decisionTable(userSignup, {
  given: async (world) => ({
    company: await newCompany(world),
    proofOfWork: await newProof(world.nowMs),
  }),
  input: ({ proofOfWork }) => ({
    email: EMAIL,
    password: NEW_PASSWORD,
    displayName: "Grace Hopper",
    company: "Hopper Ltd",
    proofOfWork,
  }),
  rows: [
    {
      title: "a new address",
      outcome: "a code by mail, for 10 minutes",
      check({ reply, facts, input }, { world }) {
        assert.equal(Date.parse(reply.codeExpiresAt), world.nowMs + 600_000);
        assert.deepEqual(kindsOf(facts), [
          ...["proof.used.1", "identity.counted.1", "identity.counted.1"],
          "signup.begun.1",
        ]);
        const code = codeIn({ facts }, EMAIL);
        for (const secret of [NEW_PASSWORD, input["proofOfWork"] as string, `"${code}"`]) {
          assert.equal(JSON.stringify(facts).includes(secret), false);
        }
      },
    },
    {
      title: "an address with an account",
      given: async ({ world, company }) => newPerson(world, company, { email: EMAIL }),
      outcome: "the same answer, and a mail to its owner that says so",
      check({ reply, facts }) {
        assert.deepEqual(Object.keys(reply), ["signupId", "codeExpiresAt"]);
        assert.deepEqual(kindsOf(facts), [
          ...["proof.used.1", "identity.counted.1", "identity.counted.1"],
        ]);
        assert.equal(mailsIn(facts)[0]?.template, "signup_known_address");
      },
    },
    {
      title: "the address of an account in capitals",
      given: async ({ world, company }) => newPerson(world, company, { email: EMAIL }),
      input: { email: "New@Example.COM" },
      outcome: "the same account",
      check: ({ facts }) => assert.equal(mailsIn(facts)[0]?.template, "signup_known_address"),
    },
    {
      title: `${IDENTITY_LIMIT} begun from here in this minute`,
      given: ({ world }) =>
        askedOften(world, userSignup, {
          email: EMAIL,
          password: NEW_PASSWORD,
          displayName: "Grace Hopper",
          company: "Hopper Ltd",
        }),
      code: "rate_limited",
      details: { subject: "email", limit: IDENTITY_LIMIT },
    },
    {
      title: "a Cyrillic letter in the address",
      input: { email: "nеw@example.com" },
      code: "invalid_request",
    },
    {
      title: "a line feed in the address",
      input: { email: "new@example.com\nBcc: x@y.zz" },
      code: "invalid_request",
    },
    {
      title: "a password of 11 characters",
      input: { password: "elevenchars" },
      code: "invalid_request",
    },
    {
      title: "a password of 1 MB",
      input: { password: "ab".repeat(500_000) },
      code: "invalid_request",
    },
    { title: "the address as password", input: { password: EMAIL }, code: "invalid_request" },
    {
      title: "neither company nor invitation",
      input: { company: undefined },
      code: "invalid_request",
    },
    { title: "company and invitation", input: { invitationToken: "x" }, code: "invalid_request" },
    { title: "a blank name", input: { displayName: " " }, code: "invalid_request" },
    {
      title: "an invitation",
      input: ({ world, company }) => ({
        company: undefined,
        invitationToken: invited(world, company.tenantId),
      }),
      outcome: "a code by mail",
      check: ({ facts }) =>
        assert.deepEqual(kindsOf(facts), [
          ...["proof.used.1", "identity.counted.1", "identity.counted.1"],
          "signup.begun.1",
        ]),
    },
    {
      title: "an invitation of another address",
      input: ({ world, company }) => ({
        company: undefined,
        invitationToken: invited(world, company.tenantId, "other@example.com"),
      }),
      code: "invalid_credentials",
    },
    {
      title: "an invitation at the millisecond of its end",
      input: async ({ world, company }) => {
        const invitationToken = invited(world, company.tenantId);
        world.nowMs += 1_000;
        return { company: undefined, invitationToken };
      },
      code: "invalid_credentials",
    },
    {
      title: "no invitation's token",
      input: { company: undefined, invitationToken: "none" },
      code: "invalid_credentials",
      check: ({ facts }) =>
        assert.deepEqual(kindsOf(facts), ["proof.used.1", "identity.counted.1"]),
    },
    { title: "no proof of work", input: { proofOfWork: "none" }, code: "invalid_credentials" },
  ],
});

test("user.signup: a proof of work again, with another address -> invalid_credentials", async () => {
  const world = await openPlatformWorld();
  const proofOfWork = await newProof(world.nowMs);
  const draft = { password: NEW_PASSWORD, displayName: "G", company: "H", proofOfWork };
  const first = await asked(world, userSignup, { ...draft, email: EMAIL });
  const second = await asked(world, userSignup, { ...draft, email: "two@example.com" });
  assert.deepEqual([first.code, second.code], [undefined, "invalid_credentials"]);
  assert.deepEqual(second.facts, []);
});

test("user.signup: no proof, a used proof, a new one -> a password is hashed for the new one alone", async () => {
  const world = await openPlatformWorld();
  const draft = { email: EMAIL, password: NEW_PASSWORD, displayName: "G", company: "H" };
  const used = await newProof(world.nowMs);
  await asked(world, userSignup, { ...draft, proofOfWork: used });
  const hashed: boolean[] = [];
  for (const proofOfWork of ["none", used, await newProof(world.nowMs)]) {
    const prepared = await world.prepare(userSignup, { ...draft, proofOfWork });
    hashed.push("passwordHash" in (prepared as object));
  }
  assert.deepEqual(hashed, [false, false, true]);
});
