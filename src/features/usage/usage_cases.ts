/** What the tests of the whole platform need to know of usage (test/support/noun_cases.ts). */
import { field } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

/** The months of statements are made by the cases of `statement`, which move the clock. */
export const cases: NounCases = {
  after: ["statement"],
  lists: {
    "usage.statement.list": {},
    "usage.record.list": {
      filters: {
        month: field("month", "1999-01"),
        meter: field("meter", "verifications"),
      },
    },
  },
};
