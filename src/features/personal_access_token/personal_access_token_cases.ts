/** What the tests of the whole platform need to know of personal access tokens (test/support/noun_cases.ts). */
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "personal_access_token.list": {},
  },
};
