/** Decision table of webhook_delivery.exhaust, which the platform owes after an exhausted delivery. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { eventsAfter, lineOf, tellDeliveries } from "./testing_webhook_deliveries.ts";
import { webhookDeliveryExhaust } from "./webhook_delivery.exhaust.ts";
import { webhookDeliveryRetrieve } from "./webhook_delivery.retrieve.ts";
import { webhookStepsOwed } from "./webhook_owed.ts";

decisionTable(webhookDeliveryExhaust, {
  given: (world) => tellDeliveries(world),
  input: ({ exhausted: webhookDeliveryId }) => ({ webhookDeliveryId }),
  asking: () => ({ cause: "platform" }),
  stepMs: 1_000,
  rows: [
    {
      title: "untold",
      given({ world, exhausted: webhookDeliveryId }) {
        const realm = world.realmOf(world.caller);
        const step = { realm, operation: "webhook_delivery.exhaust", input: { webhookDeliveryId } };
        assert.deepEqual([...webhookStepsOwed(world.state)], [step]);
      },
      outcome: "an event about the delivery, as GET shows it; nothing is owed any more",
      async check({ reply }, { world, exhausted: webhookDeliveryId, webhookEndpointId, events }) {
        const [told] = await eventsAfter(world, events.at(-1)?.number as number);
        assert.equal(told?.type, "webhook_delivery.exhausted");
        assert.deepEqual(await world.found(webhookDeliveryRetrieve, { webhookDeliveryId }), reply);
        assert.equal(lineOf(world, webhookEndpointId).exhausted, 1);
        assert.deepEqual([...webhookStepsOwed(world.state)], []);
      },
    },
    {
      title: "told already",
      given: ({ world, exhausted: webhookDeliveryId }) =>
        world.made(webhookDeliveryExhaust, { webhookDeliveryId }, { cause: "platform" }),
      code: "resource_not_found",
    },
    {
      title: "not exhausted",
      input: ({ waiting }) => ({ webhookDeliveryId: waiting }),
      code: "resource_not_found",
      details: { resourceType: "webhook_delivery" },
    },
    { title: "no id", input: { webhookDeliveryId: "whd_x" }, code: "resource_not_found" },
  ],
});
