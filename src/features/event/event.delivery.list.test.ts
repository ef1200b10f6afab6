/** Decision table of event.delivery.list; test of its pages: `webhook_delivery.list.test.ts`. */
import assert from "node:assert/strict";
import { tellDeliveries } from "../../../test/support/features/webhook_delivery/webhook_deliveries.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { eventDeliveryList } from "./event.delivery.list.ts";

decisionTable(eventDeliveryList, {
  given: (world) => tellDeliveries(world),
  input: ({ events }) => ({ eventId: events[0]?.id }),
  rows: [
    {
      title: "sent to one endpoint",
      outcome: "its delivery",
      check({ reply }, { atOnce }) {
        assert.deepEqual(
          reply.items.map((item: { webhookDeliveryId: string }) => item.webhookDeliveryId),
          [atOnce],
        );
      },
    },
    {
      title: "not attempted yet",
      input: ({ events }) => ({ eventId: events.at(-1)?.id }),
      outcome: "nothing",
      reply: { items: [] },
    },
    {
      title: "begun after it",
      input: { createdFrom: "2999-01-01T00:00:00Z" },
      outcome: "nothing",
      reply: { items: [] },
    },
    {
      title: "of another tenant",
      asking: { caller: STRANGER },
      code: "resource_not_found",
      details: { resourceType: "event" },
    },
    { title: "no id", input: { eventId: "evt_x" }, code: "resource_not_found" },
  ],
});
