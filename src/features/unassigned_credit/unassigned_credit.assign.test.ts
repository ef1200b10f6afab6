/** Decision table of unassigned_credit.assign, the first step of `npm run admin -- credit assign`. */
import assert from "node:assert/strict";
import { PLATFORM } from "../../../test/support/features/provider/providers.ts";
import {
  ADDRESS,
  assigning,
  creditIn,
  OF_TOLD,
  OPERATOR,
  OTHER_ADDRESS,
  taken,
} from "../../../test/support/features/unassigned_credit/credits.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { unassignedCreditAssign } from "./unassigned_credit.assign.ts";
import { unassignedCreditReturn } from "./unassigned_credit.return.ts";

decisionTable(unassignedCreditAssign, {
  input: () => ({ ...OF_TOLD, financialAddressId: ADDRESS, user: OPERATOR }),
  asking: () => PLATFORM,
  stepMs: 1_000,
  rows: [
    {
      title: "one that is nobody's",
      given: ({ world }) => taken(world),
      outcome: "assigning: nothing else becomes of it",
      reply: { status: "assigning", revision: 2 },
      check(_result, { world }) {
        const { financialAddressId, operator } = creditIn(world);
        assert.deepEqual([financialAddressId, operator], [ADDRESS, OPERATOR]);
      },
    },
    {
      title: "to the same address again",
      given: ({ world }) => assigning(world),
      outcome: "as it was, for a command that was cut off",
      reply: { status: "assigning", revision: 2 },
    },
    {
      title: "to another address meanwhile",
      given: ({ world }) => assigning(world),
      input: { financialAddressId: OTHER_ADDRESS },
      code: "state_conflict",
      details: { expected: "unassigned", actual: "assigning" },
    },
    {
      title: "one that the bank has back",
      given({ world }) {
        taken(world);
        const input = { ...OF_TOLD, returnReference: "ret-1", user: OPERATOR };
        world.made(unassignedCreditReturn, input, PLATFORM);
      },
      code: "state_conflict",
      details: { expected: "unassigned", actual: "returned" },
    },
    { title: "one that nobody has told", code: "resource_not_found" },
  ],
});
