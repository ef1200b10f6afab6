/** What the tests of the whole platform need to know of webhook endpoints (test/support/noun_cases.ts). */
import { expect } from "../../../test/support/client.ts";
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
  // Attempts have no events.
  unheard: { webhook_endpoint: ["lastSuccessAt", "lastFailureAt"] },
  // What is sent to it waits: the server itself has no such route.
  async made({ server, client: { productId, post } }) {
    const endpoint = { productId, url: `${server.baseUrl}/nowhere`, eventTypes: ["*"] };
    const reply = expect(await post("/webhook-endpoints", endpoint), 201);
    return { webhookEndpointId: reply.id("webhookEndpointId") };
  },
};
