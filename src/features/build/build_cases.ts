/** What the tests of the whole platform need to know of Builds (test/support/noun_cases.ts). */
import { field, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "build.list": {
      filters: {
        blueprintId: field("blueprintId", "bp_none"),
        search: search("GOAL", "buildId", "name"),
      },
    },
  },
};
