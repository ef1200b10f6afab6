/** Decision table of object.decision.run. */
import assert from "node:assert/strict";
import { askedFor, givenCase } from "../../../test/support/features/object/cases.ts";
import { begun, stateOf } from "../../../test/support/features/object/objects.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { decisionResolve } from "../decision/decision.resolve.ts";
import { objectDecisionRun } from "./object.decision.run.ts";

decisionTable(objectDecisionRun, {
  given(world) {
    const { object } = givenCase(world);
    const decisionId = askedFor(world, object);
    world.made(decisionResolve, { decisionId, outcome: "approve" });
    return { object, decisionId };
  },
  input: ({ decisionId }) => ({ decisionId }),
  asking: () => ({ cause: "clock" }),
  rows: [
    {
      title: "an approval that an action waits for",
      outcome: "the action runs, and uses the approval",
      reply: { status: "approved" },
      check({ reply }, { world, object }) {
        assert.notEqual(reply["usedAt"], undefined);
        assert.equal(stateOf(world, object.objectId), "approved");
      },
    },
    {
      title: "somebody has called the action before",
      given: ({ world, object }) => begun(world, object, "accept"),
      outcome: "nothing more runs",
      reply: { status: "approved" },
    },
    {
      title: "a decision that is not there",
      input: { decisionId: "dec_unknown" },
      code: "resource_not_found",
    },
    {
      title: "run before",
      given: ({ world }) => world.passTime(),
      code: "state_conflict",
      details: { expected: "approved", actual: "approved" },
    },
  ],
});
