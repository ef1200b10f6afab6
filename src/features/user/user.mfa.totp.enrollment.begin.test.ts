/** Decision table of user.mfa.totp.enrollment.begin. */
import assert from "node:assert/strict";
import { asked } from "../../../test/support/features/user/people.ts";
import { enrolTotp, newCompany, newPerson } from "../../../test/world/people.ts";
import {
  platformTable as decisionTable,
  platformTools,
} from "../../../test/world/platform_world.ts";
import { userMfaTotpEnrollmentBegin } from "./user.mfa.totp.enrollment.begin.ts";

decisionTable(userMfaTotpEnrollmentBegin, {
  given: async (world) => ({ person: await newPerson(world, await newCompany(world)) }),
  asking: ({ person }) => ({ caller: person.session }),
  rows: [
    {
      title: "no second factor",
      outcome: "a secret and its address, for 10 minutes; the state has it sealed for the person",
      check({ reply, facts }, { world, person }) {
        assert.match(reply.secret, /^[A-Z2-7]{32}$/);
        const uri = new URL(reply.otpauthUri);
        assert.equal(uri.searchParams.get("secret"), reply.secret);
        assert.equal(Date.parse(reply.expiresAt), world.nowMs + 600_000);
        assert.equal(JSON.stringify(facts).includes(reply.secret), false);
        const { enrollment } = world.state.users.byId(1, person.userId) ?? {};
        const opened = platformTools(0).opened(enrollment?.sealed ?? "", person.userId);
        assert.equal(opened, reply.secret);
      },
    },
    {
      title: "begun before",
      given: ({ world, person }) =>
        asked(world, userMfaTotpEnrollmentBegin, {}, { caller: person.session }),
      outcome: "a new secret takes its place",
    },
    {
      title: "enrolled",
      given: ({ world, person }) => enrolTotp(world, person.userId),
      code: "state_conflict",
      details: { expected: "no second factor", actual: "enrolled" },
    },
  ],
});
