/** What the tests of the whole platform need to know of transfers (test/support/noun_cases.ts). */
import {
  field,
  ofAccount,
  ofProduct,
  search,
  transferStatus,
} from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "transfer.list": {
      base: ofProduct,
      filters: {
        accountId: ofAccount,
        status: transferStatus,
        externalId: field("externalId", "nobody's"),
        idempotencyKey: ({ idempotencyKey = "", transferId }) => [
          { value: idempotencyKey, matches: (item) => item["transferId"] === transferId },
        ],
        search: search("part", "transferId", "description", "externalId"),
      },
    },
  },
};
