/** Decision table of unassigned_credit.settle, the last step of `npm run admin -- credit assign`. */
import assert from "node:assert/strict";
import { PLATFORM } from "../../../test/support/features/provider/providers.ts";
import {
  ADDRESS,
  assigning,
  creditIn,
  OF_TOLD,
  OPERATOR,
  taken,
} from "../../../test/support/features/unassigned_credit/credits.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { unassignedCreditSettle } from "./unassigned_credit.settle.ts";

const RECEIVED = `rc_${"0".repeat(25)}1`;
const OTHER = `rc_${"0".repeat(25)}2`;
const SETTLED = { ...OF_TOLD, receivedCreditId: RECEIVED, user: OPERATOR };

decisionTable(unassignedCreditSettle, {
  input: () => SETTLED,
  asking: () => PLATFORM,
  stepMs: 1_000,
  rows: [
    {
      title: "a received credit was made",
      given: ({ world }) => assigning(world),
      outcome: "assigned, with its id",
      reply: { status: "assigned", revision: 3 },
      check(_result, { world }) {
        const { receivedCreditId, financialAddressId } = creditIn(world);
        assert.deepEqual([receivedCreditId, financialAddressId], [RECEIVED, ADDRESS]);
      },
    },
    {
      title: "the same again",
      given({ world }) {
        assigning(world);
        world.made(unassignedCreditSettle, SETTLED, PLATFORM);
      },
      outcome: "as it was",
      reply: { status: "assigned", revision: 3 },
    },
    {
      title: "the address did not take it",
      given: ({ world }) => assigning(world),
      input: { receivedCreditId: undefined },
      outcome: "unassigned again, of no address",
      reply: { status: "unassigned", revision: 3 },
      check: (_result, { world }) => assert.equal(creditIn(world).financialAddressId, undefined),
    },
    {
      title: "another received credit than the one that was made",
      given({ world }) {
        assigning(world);
        world.made(unassignedCreditSettle, SETTLED, PLATFORM);
      },
      input: { receivedCreditId: OTHER },
      code: "state_conflict",
      details: { expected: "assigning", actual: "assigned" },
    },
    {
      title: "one that is not assigned",
      given: ({ world }) => taken(world),
      code: "state_conflict",
      details: { expected: "assigning", actual: "unassigned" },
    },
    { title: "one that nobody has told", code: "resource_not_found" },
  ],
});
