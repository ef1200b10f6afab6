/** Decision table of user.password.reset.request: the same answer for every address. */
import assert from "node:assert/strict";
import {
  asked,
  askedOften,
  codeIn,
  kindsOf,
  mailsIn,
} from "../../../test/support/features/user/people.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import {
  platformTable as decisionTable,
  IDENTITY_LIMIT,
  newProof,
} from "../../../test/world/platform_world.ts";
import { userPasswordResetRequest } from "./user.password.reset.request.ts";

decisionTable(userPasswordResetRequest, {
  given: async (world) => ({
    person: await newPerson(world, await newCompany(world)),
    proofOfWork: await newProof(world.nowMs),
  }),
  input: ({ person: { email }, proofOfWork }) => ({ email, proofOfWork }),
  rows: [
    {
      title: "an address with an account",
      outcome: "a code by mail, for 10 minutes",
      check({ reply, facts }, { world, person }) {
        assert.deepEqual(Object.keys(reply), ["resetId", "codeExpiresAt"]);
        assert.equal(Date.parse(reply.codeExpiresAt), world.nowMs + 600_000);
        assert.deepEqual(kindsOf(facts), [
          ...["proof.used.1", "identity.counted.1", "identity.counted.1"],
          "password_reset.begun.1",
        ]);
        assert.match(codeIn({ facts }, person.email), /^[0-9]{6}$/);
      },
    },
    {
      title: "the address in capitals",
      input: { email: "Owner@EXAMPLE.com" },
      outcome: "a mail to the address as it is stored",
      check: ({ facts }, { person }) => assert.equal(mailsIn(facts)[0]?.to, person.email),
    },
    {
      title: "an unknown address",
      input: { email: "nobody@example.com" },
      outcome: "the same answer, and no mail",
      check({ reply, facts }, { world }) {
        assert.deepEqual(Object.keys(reply), ["resetId", "codeExpiresAt"]);
        assert.equal(Date.parse(reply.codeExpiresAt), world.nowMs + 600_000);
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          ["proof.used.1", "identity.counted.1"],
        );
      },
    },
    { title: "no proof of work", input: { proofOfWork: "none" }, code: "invalid_credentials" },
    {
      title: "a proof that was used",
      given: ({ world, person: { email }, proofOfWork }) =>
        asked(world, userPasswordResetRequest, { email, proofOfWork }),
      code: "invalid_credentials",
    },
    {
      title: `${IDENTITY_LIMIT} asked for from here in this minute`,
      given: ({ world, person: { email } }) =>
        askedOften(world, userPasswordResetRequest, { email }),
      code: "rate_limited",
      details: { subject: "email", limit: IDENTITY_LIMIT },
    },
    { title: "a look-alike", input: { email: "οwner@example.com" }, code: "invalid_request" },
  ],
});
