/** What memory alone keeps of deliveries is made again from the tables. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  eventsAfter,
  failed,
  happen,
  lineOf,
  lineWith,
  report,
  tellDeliveries,
} from "../../../test/support/features/webhook_delivery/webhook_deliveries.ts";
import { createEndpoint } from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { openWorld } from "../../../test/world/world.ts";
import { encodeDocument, NEVER_STORED } from "../../contract/tables/table.ts";
import { webhookEndpointDisable } from "../webhook_endpoint/webhook_endpoint.disable.ts";
import { deliveryKey, endpointSuffixOf } from "./webhook_delivery_document.ts";
import {
  createWebhookDeliveryState,
  loadWebhookDeliveries,
  type WebhookDeliveryState,
} from "./webhook_delivery_state.ts";

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
  const loaded: WebhookDeliveryState = createWebhookDeliveryState();
  for (const line of state.webhookLines.values()) {
    const key = endpointSuffixOf(line.webhookEndpointId);
    loaded.webhookLines.load?.(line.realm, key, encodeDocument(line), NEVER_STORED);
  }
  for (const one of state.webhookDeliveries.values()) {
    const key = deliveryKey(one.webhookEndpointId, one.number);
    loaded.webhookDeliveries.load?.(one.realm, key, encodeDocument(one), NEVER_STORED);
  }
  loadWebhookDeliveries(loaded);
  assert.deepEqual(sorted(loaded.webhookOwed), sorted(state.webhookOwed));
  assert.equal(state.webhookOwed.size, 2);
  const endpoints = [webhookEndpointId, ...made].map(endpointSuffixOf);
  for (const [name, counts] of [
    ["webhookWaiting", [1, 3, 0]],
    ["webhookFailed", [1, 0, 3]],
  ] as const) {
    const keysIn = (of: WebhookDeliveryState) => endpoints.map((one) => sorted(of[name].of(one)));
    assert.deepEqual(keysIn(loaded), keysIn(state));
    assert.deepEqual(
      keysIn(state).map(({ length }) => length),
      counts,
      name,
    );
  }
  assert.equal(lineOf(world, webhookEndpointId).pending, 1);
});
