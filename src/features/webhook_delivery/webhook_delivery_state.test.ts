/** What memory alone keeps of deliveries is made again from the tables. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openWorld } from "../../../test/world/world.ts";
import { createEndpoint } from "../webhook_endpoint/testing_webhook_endpoints.ts";
import { webhookEndpointDisable } from "../webhook_endpoint/webhook_endpoint.disable.ts";
import {
  eventsAfter,
  failed,
  happen,
  lineOf,
  lineWith,
  report,
  tellDeliveries,
} from "./testing_webhook_deliveries.ts";
import { loadWebhookDeliveries, type WebhookDeliveryState } from "./webhook_delivery_state.ts";

const sorted = (keys: Iterable<string> = []) => [...keys].toSorted();

test("webhook deliveries: a state that was loaded -> owes and waits for what the live one does", async () => {
  const world = await openWorld();
  const { webhookEndpointId } = await tellDeliveries(world);
  const made = [createEndpoint(world), createEndpoint(world)].map(
    ({ webhookEndpointId: id }) => id as string,
  ) as [string, string];
  const { position } = lineOf(world, made[1]);
  happen(world, 3);
  const events = await eventsAfter(world, position);
  const attempts = () => events.map((event) => failed(world, event));
  report(world, lineWith(world, made[0], attempts(), { givesUp: "gone" }));
  report(world, lineWith(world, made[1], attempts()));
  world.made(webhookEndpointDisable, { webhookEndpointId: made[1] });
  const { state } = world;
  const loaded: WebhookDeliveryState = {
    ...state,
    webhookOwed: new Set(),
    webhookWaiting: new Map(),
  };
  loadWebhookDeliveries(loaded);
  assert.deepEqual(sorted(loaded.webhookOwed), sorted(state.webhookOwed));
  assert.equal(state.webhookOwed.size, 2);
  const waitingOf = ({ webhookWaiting }: WebhookDeliveryState) =>
    Object.fromEntries([...webhookWaiting].map(([line, keys]) => [line, sorted(keys)]));
  assert.deepEqual(waitingOf(loaded), waitingOf(state));
  const counts = Object.values(waitingOf(state)).map(({ length }) => length);
  assert.deepEqual(counts.toSorted(), [1, 3]);
  assert.equal(lineOf(world, webhookEndpointId).pending, 1);
});
