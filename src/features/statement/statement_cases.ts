/** What the tests of the whole platform need to know of statements (test/support/noun_cases.ts). */
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  made: async () => ({ month: new Date().toISOString().slice(0, 7) }),
};
