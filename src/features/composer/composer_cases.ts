/** What the tests of the whole platform need to know of the templates of programs (test/support/noun_cases.ts). */
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "composer.template.list": { ascendingBy: "templateId" },
  },
};
