/** Decision table of unassigned_credit.return: `npm run admin -- credit return`. */
import assert from "node:assert/strict";
import { PLATFORM } from "../../../test/support/features/provider/providers.ts";
import {
  assigning,
  creditIn,
  OF_TOLD,
  OPERATOR,
  taken,
} from "../../../test/support/features/unassigned_credit/credits.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { unassignedCreditReturn } from "./unassigned_credit.return.ts";

const RETURNED = { ...OF_TOLD, returnReference: "ret-1", user: OPERATOR };

decisionTable(unassignedCreditReturn, {
  input: () => RETURNED,
  asking: () => PLATFORM,
  stepMs: 1_000,
  rows: [
    {
      title: "one that is nobody's",
      given: ({ world }) => taken(world),
      outcome: "returned, with the bank's own name of it",
      reply: { status: "returned", revision: 2 },
      check: (_result, { world }) => assert.equal(creditIn(world).returnReference, "ret-1"),
    },
    {
      title: "the same again",
      given({ world }) {
        taken(world);
        world.made(unassignedCreditReturn, RETURNED, PLATFORM);
      },
      outcome: "as it was",
      reply: { status: "returned", revision: 2 },
    },
    {
      title: "with another name than it was returned by",
      given({ world }) {
        taken(world);
        world.made(unassignedCreditReturn, RETURNED, PLATFORM);
      },
      input: { returnReference: "ret-2" },
      code: "state_conflict",
      details: { expected: "unassigned", actual: "returned" },
    },
    {
      title: "one that is being assigned",
      given: ({ world }) => assigning(world),
      code: "state_conflict",
      details: { expected: "unassigned", actual: "assigning" },
    },
    { title: "one that nobody has told", code: "resource_not_found" },
  ],
});
