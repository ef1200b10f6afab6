/** Decision table of event.redeliver. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { resetSandbox } from "../../../test/support/features/event/events.ts";
import {
  delivered,
  documentOf,
  eventsAfter,
  exhaust,
  failed,
  lineOf,
  lineWith,
  report,
  type Seen,
  tellDeliveries,
} from "../../../test/support/features/webhook_delivery/webhook_deliveries.ts";
import { createEndpoint } from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { openWorld } from "../../../test/world/world.ts";
import { webhookDeliveryExhaust } from "../webhook_delivery/webhook_delivery.exhaust.ts";
import { webhookDeliveryRetrieve } from "../webhook_delivery/webhook_delivery.retrieve.ts";
import { deliveryIdOf, endpointSuffixOf } from "../webhook_delivery/webhook_delivery_document.ts";
import { webhookEndpointDisable } from "../webhook_endpoint/webhook_endpoint.disable.ts";
import { webhookEndpointPing } from "../webhook_endpoint/webhook_endpoint.ping.ts";
import { eventRedeliver } from "./event.redeliver.ts";

decisionTable(eventRedeliver, {
  given: (world) => tellDeliveries(world),
  input: ({ events }) => ({ eventId: events[0]?.id }),
  stepMs: 1_000,
  rows: [
    {
      title: "delivered at once",
      outcome: "a delivery that begins again, with the same id",
      async check({ reply }, { world, atOnce, webhookEndpointId }) {
        assert.deepEqual(reply.webhookDeliveryIds, [atOnce]);
        const read = { webhookDeliveryId: atOnce };
        const { status, attempt } = await world.found(webhookDeliveryRetrieve, read);
        assert.deepEqual([status, attempt], ["pending", 0]);
        assert.equal(lineOf(world, webhookEndpointId).pending, 2);
      },
    },
    {
      title: "to one endpoint, exhausted there",
      input: ({ events, webhookEndpointId }) => ({ eventId: events[2]?.id, webhookEndpointId }),
      outcome: "its delivery",
      check: ({ reply }, { exhausted }) => assert.deepEqual(reply.webhookDeliveryIds, [exhausted]),
    },
    {
      title: "from before a reset, with an endpoint made after it",
      given({ world }) {
        resetSandbox(world);
        createEndpoint(world);
      },
      outcome: "a delivery to that endpoint",
      check({ reply }, { webhookEndpointId }) {
        assert.equal(reply.webhookDeliveryIds.length, 1);
        assert.ok(!reply.webhookDeliveryIds[0].endsWith(endpointSuffixOf(webhookEndpointId)));
      },
    },
    {
      title: "from before a reset, and no endpoint since",
      given: ({ world }) => resetSandbox(world),
      code: "state_conflict",
      details: { actual: "none" },
    },
    {
      title: "no endpoint has come to it",
      input: ({ events }) => ({ eventId: events.at(-1)?.id }),
      code: "state_conflict",
      details: { actual: "none" },
    },
    {
      title: "to an endpoint that is disabled",
      given: ({ world, webhookEndpointId }) =>
        world.made(webhookEndpointDisable, { webhookEndpointId }),
      input: ({ webhookEndpointId }) => ({ webhookEndpointId }),
      code: "state_conflict",
      details: { expected: "enabled", actual: "disabled" },
    },
    {
      title: "to all, and the only one is disabled",
      given: ({ world, webhookEndpointId }) =>
        world.made(webhookEndpointDisable, { webhookEndpointId }),
      code: "state_conflict",
    },
    {
      title: "to an endpoint of another tenant",
      input: ({ world }) => ({
        webhookEndpointId: createEndpoint(world, {}, STRANGER).webhookEndpointId,
      }),
      code: "resource_not_found",
      details: { resourceType: "webhook_endpoint" },
    },
    {
      title: "an event of another tenant",
      asking: { caller: STRANGER },
      code: "resource_not_found",
      details: { resourceType: "event" },
    },
    { title: "no id", input: { eventId: "evt_x" }, code: "resource_not_found" },
  ],
});

test("event.redeliver: to all -> looks at the endpoints of its realm alone", async () => {
  const world = await openWorld();
  createEndpoint(world, {}, STRANGER);
  const { webhookEndpointId } = createEndpoint(world);
  const { position } = lineOf(world, webhookEndpointId);
  const [event] = (await eventsAfter(world, position - 1)) as [Seen];
  world.state.webhookEndpoints.values = () => assert.fail("looks at every endpoint");
  const { webhookDeliveryIds } = world.made(eventRedeliver, { eventId: event.id });
  assert.deepEqual(webhookDeliveryIds, [deliveryIdOf(event.id, webhookEndpointId)]);
});

test("event.redeliver: a ping and an exhausted delivery, to all -> to those who are sent them, and no others", async () => {
  const world = await openWorld();
  const [one, other] = [createEndpoint(world), createEndpoint(world)].map(
    ({ webhookEndpointId }) => webhookEndpointId as string,
  ) as [string, string];
  const opened = lineOf(world, other).position;
  world.made(webhookEndpointPing, { webhookEndpointId: one });
  const [ping] = (await eventsAfter(world, opened)) as [Seen];
  report(world, lineWith(world, one, [failed(world, ping, 8)]));
  report(world, lineWith(world, other, [], { position: ping.number }));
  const again = world.made(eventRedeliver, { eventId: ping.id });
  assert.deepEqual(again.webhookDeliveryIds, [deliveryIdOf(ping.id, one)]);
  exhaust(world, one, ping);
  const webhookDeliveryId = deliveryIdOf(ping.id, one);
  world.made(webhookDeliveryExhaust, { webhookDeliveryId }, { cause: "platform" });
  const [told] = (await eventsAfter(world, ping.number)) as [Seen];
  report(world, lineWith(world, other, [delivered(world, told)]));
  report(world, lineWith(world, one, [], { position: told.number }));
  const { webhookDeliveryIds } = world.made(eventRedeliver, { eventId: told.id });
  assert.deepEqual(webhookDeliveryIds, [deliveryIdOf(told.id, other)]);
  assert.equal(documentOf(world, one, told.number), undefined);
});
