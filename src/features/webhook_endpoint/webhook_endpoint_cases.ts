/** What the tests of the whole platform need to know of webhook endpoints (test/support/noun_cases.ts). */
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
