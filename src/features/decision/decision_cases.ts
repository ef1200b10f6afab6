/** What the tests of the whole platform need to know of decisions (test/support/noun_cases.ts). */
import { field, ofProduct, searchByIds } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  // A call that runs after a decision changes the decision, and has events of its own. What the events of a decision
  // say of it as it was is compared in decision.resolve.test.ts.
  unheard: { decision: "all" },
  lists: {
    "decision.list": {
      base: ofProduct,
      filters: {
        status: field("status", "timed_out"),
        objectId: field("objectId", "obj_none"),
        search: searchByIds("decisionId", "objectId"),
      },
    },
  },
};
