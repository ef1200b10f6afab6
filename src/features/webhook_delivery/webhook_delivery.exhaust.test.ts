/** Decision table of webhook_delivery.exhaust, which the platform owes after an exhausted delivery. */
import assert from "node:assert/strict";
import {
  eventsAfter,
  exhaust,
  failed,
  lineOf,
  lineWith,
  placeOf,
  report,
  type Seen,
  type Story,
  tellDeliveries,
  toldIn,
} from "../../../test/support/features/webhook_delivery/webhook_deliveries.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { World } from "../../../test/world/world.ts";
import { eventRedeliver } from "../event/event.redeliver.ts";
import { webhookDeliveryExhaust } from "./webhook_delivery.exhaust.ts";
import { webhookDeliveryRetrieve } from "./webhook_delivery.retrieve.ts";
import { webhookStepsOwed } from "./webhook_owed.ts";
import { OWNERS_TOLD_EVERY_MS } from "./webhook_owners.ts";

/** The owners are told of the exhausted delivery; after `ms` another one, which is the input, is exhausted. */
function exhaustAnother(story: Story & { world: World }, ms: number): void {
  const { world, exhausted: webhookDeliveryId, webhookEndpointId, events, atOnce } = story;
  world.made(webhookDeliveryExhaust, { webhookDeliveryId }, { cause: "platform" });
  world.nowMs += ms;
  world.made(eventRedeliver, { eventId: events[0]?.id, webhookEndpointId });
  exhaust(world, webhookEndpointId, events[0] as Seen);
  story.exhausted = atOnce;
}

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
      title: "the first of an endpoint for a day",
      outcome: "the owners are told, with the counts of the endpoint",
      check({ facts }, { world, webhookEndpointId }) {
        const told = { trouble: "exhausted", host: "shop.example", exhausted: 1, pending: 1 };
        assert.deepEqual(toldIn(facts), [{ ...told, webhookEndpointId, ...placeOf(world) }]);
      },
    },
    {
      title: "a second one of the endpoint within a day",
      given: (made) => exhaustAnother(made, OWNERS_TOLD_EVERY_MS - 60_000),
      outcome: "told to the other endpoints, and the owners get no second mail",
      check: ({ facts }) => assert.deepEqual(toldIn(facts), []),
    },
    {
      title: "a second one of the endpoint after a day",
      given: (made) => exhaustAnother(made, OWNERS_TOLD_EVERY_MS),
      outcome: "the owners are told again, of both",
      check({ facts }) {
        assert.deepEqual(
          toldIn(facts).map((told) => told["exhausted"]),
          [2],
        );
      },
    },
    {
      title: "of an endpoint that gives up",
      given({ world, webhookEndpointId, events }) {
        const attempt = failed(world, events[4] as Seen, 8);
        report(world, lineWith(world, webhookEndpointId, [attempt], { givesUp: "exhausted" }));
      },
      outcome: "the mail about the disabling, which follows, is enough",
      check: ({ facts }) => assert.deepEqual(toldIn(facts), []),
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
