/** What the tests of the whole platform need to know of webhook deliveries (test/support/noun_cases.ts). */
import { setTimeout } from "node:timers/promises";
import { expect } from "../../../test/support/client.ts";
import { field, ofProduct } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { newCustomer } from "../../../test/support/parties.ts";

export const cases: NounCases = {
  after: ["webhook_endpoint"],
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
  async made({ client }) {
    await newCustomer(client);
    const path = `/webhook-deliveries?productId=${client.productId}`;
    for (;;) {
      const [delivery] = expect(await client.get(path), 200).items();
      const { webhookDeliveryId, eventId } = delivery ?? {};
      if (delivery !== undefined) {
        return { webhookDeliveryId: String(webhookDeliveryId), eventId: String(eventId) };
      }
      await setTimeout(20);
    }
  },
};
