/** What the tests of the whole platform need to know of transfer holds (test/support/noun_cases.ts). */
import { field, ofAccount, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "transfer_hold.list": {
      base: ofProduct,
      filters: {
        status: field("status"),
        accountId: ofAccount,
        expiresBefore: (_, items) =>
          [...new Set(items.map((item) => String(item["expiresAt"])))].map((value) => ({
            value,
            matches: ({ expiresAt }) => Date.parse(String(expiresAt)) < Date.parse(value),
          })),
        search: search("rent", "transferHoldId", "description"),
      },
    },
  },
};
