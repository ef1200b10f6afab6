/** What the tests of the whole platform need to know of webhook deliveries (test/support/noun_cases.ts). */
import { field, ofProduct } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";

export const cases: NounCases = {
  lists: {
    "webhook_delivery.list": {
      base: ofProduct,
      filters: {
        webhookEndpointId: field("webhookEndpointId", "whe_none"),
        status: field("status", "pending", "exhausted"),
        // Of an event with one delivery: those of an event are in the order of the endpoints.
        eventId: ({ pingEventId = "" }) =>
          [pingEventId, "evt_none"].map((value) => ({
            value,
            matches: ({ eventId }) => eventId === value,
          })),
      },
    },
  },
};
