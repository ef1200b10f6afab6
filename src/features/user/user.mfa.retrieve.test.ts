/** Decision table of user.mfa.retrieve. */
import assert from "node:assert/strict";
import { enrolTotp, newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable as decisionTable } from "../../../test/world/platform_world.ts";
import { userMfaRetrieve } from "./user.mfa.retrieve.ts";

decisionTable(userMfaRetrieve, {
  given: async (world) => ({ person: await newPerson(world, await newCompany(world)) }),
  asking: ({ person }) => ({ caller: person.session }),
  rows: [
    {
      title: "without a second factor",
      outcome: "not enrolled",
      reply: { totp: { enrolled: false }, recoveryCodesLeft: 0 },
    },
    {
      title: "with a second factor, and a token",
      given: ({ world, person }) => enrolTotp(world, person.userId),
      asking: ({ person }) => ({ caller: person.token }),
      outcome: "enrolled, ten recovery codes, no secret",
      check({ reply }, { world }) {
        const confirmedAt = new Date(world.nowMs).toISOString();
        assert.deepEqual(reply, { totp: { enrolled: true, confirmedAt }, recoveryCodesLeft: 10 });
      },
    },
  ],
});
