/** What the tests of the whole platform need to know of receipts (test/support/noun_cases.ts). */
import { field, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "receipt.list": {
      base: ofProduct,
      filters: {
        operation: field("operation", "nothing.happens"),
        outcome: field("outcome"),
        search: search("hold.c", "receiptId", "operation"),
      },
    },
  },
};
