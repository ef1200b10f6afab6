/** Reading one decision. */
import { askedFor, givenCase } from "../../../test/support/features/object/cases.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { at, DAY_MS } from "../../../test/world/parties.ts";
import { decisionRetrieve } from "./decision_noun.ts";

decisionTable(decisionRetrieve, {
  given(world) {
    const { object } = givenCase(world);
    return { object, decisionId: askedFor(world, object) };
  },
  input: ({ decisionId }) => ({ decisionId }),
  rows: [
    {
      title: "a decision that waits",
      outcome: "the decision",
      reply: {
        kind: "case",
        gate: "review",
        by: ["operator"],
        status: "pending",
        requestedAt: at(0),
        deadline: at(DAY_MS),
        onTimeout: "decline",
        revision: 1,
      },
    },
    {
      title: "a decision that is not there",
      input: { decisionId: "dec_unknown" },
      code: "resource_not_found",
      details: { resourceType: "decision", decisionId: "dec_unknown" },
    },
  ],
});
