/** What the tests of the whole platform need to know of API keys (test/support/noun_cases.ts). */
import type { Document } from "../../../test/support/client.ts";
import { field } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "api_key.list": {
      filters: {
        environment: field("environment"),
        status: field("status", "rolling", "expired"),
        createdByStatus: () =>
          ["active", "removed"].map((value) => ({
            value,
            matches: ({ createdByMember }) =>
              (createdByMember as Document | undefined)?.["status"] === value,
          })),
      },
    },
  },
};
