/** For tests: what they need to know of this noun (test/support/noun_cases.ts). */
import { field, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "webhook_endpoint.list": {
      base: ofProduct,
      filters: {
        status: field("status"),
        search: search("shop", "webhookEndpointId", "url", "description"),
      },
    },
  },
};
