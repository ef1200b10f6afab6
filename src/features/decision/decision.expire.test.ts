/** Decision table of decision.expire. */
import { askedFor, givenCase } from "../../../test/support/features/object/cases.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, DAY_MS } from "../../../test/world/parties.ts";
import { decisionExpire } from "./decision.expire.ts";
import { decisionResolve } from "./decision.resolve.ts";

const AT_DEADLINE = { due: { atMs: START_MS + DAY_MS, facts: [] }, cause: "clock" as const };

decisionTable(decisionExpire, {
  given(world) {
    const { object } = givenCase(world);
    return { object, decisionId: askedFor(world, object) };
  },
  input: ({ decisionId }) => ({ decisionId }),
  asking: () => AT_DEADLINE,
  rows: [
    {
      title: "at its deadline",
      outcome: "timed out, by the clock",
      reply: {
        status: "timed_out",
        resolvedAt: at(DAY_MS),
        actor: { type: "clock", id: "clock" },
        revision: 2,
      },
    },
    {
      title: "a decision that is not there",
      input: { decisionId: "dec_unknown" },
      code: "resource_not_found",
    },
    {
      title: "a decision that is decided",
      given: ({ world, decisionId }) =>
        world.made(decisionResolve, { decisionId, outcome: "decline" }),
      code: "state_conflict",
      details: { expected: "pending", actual: "declined" },
    },
    {
      title: "before its deadline",
      asking: { due: { atMs: START_MS + DAY_MS - 1, facts: [] }, cause: "clock" },
      code: "state_constraint_failed",
      details: { constraint: "deadline_passed" },
    },
  ],
});
