/** Decision table of webhook_endpoint.stats.retrieve; and what retrieve and list show of deliveries. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  lineOf,
  tellDeliveries,
} from "../../../test/support/features/webhook_delivery/webhook_deliveries.ts";
import { createEndpoint } from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { openWorld } from "../../../test/world/world.ts";
import { webhookEndpointStatsRetrieve } from "./webhook_endpoint.stats.retrieve.ts";
import { webhookEndpointList, webhookEndpointRetrieve } from "./webhook_endpoint_noun.ts";

decisionTable(webhookEndpointStatsRetrieve, {
  given: (world) => tellDeliveries(world),
  input: ({ webhookEndpointId }) => ({ webhookEndpointId }),
  rows: [
    {
      title: "a delivery of every kind",
      outcome: "how many of each, and how far it is behind",
      reply: { delivered: 2, pending: 1, exhausted: 1 },
      check({ reply }, { events }) {
        assert.equal(reply.sequence, String(events[3]?.number));
        assert.equal(reply.newestSequence, String(events[4]?.number));
        assert.ok(reply.lastFailureAt > reply.lastSuccessAt);
      },
    },
    {
      title: "an endpoint that is new",
      input: ({ world }) => ({ webhookEndpointId: createEndpoint(world).webhookEndpointId }),
      outcome: "nothing yet",
      reply: { delivered: 0, pending: 0, exhausted: 0 },
      check({ reply }) {
        assert.equal(reply.sequence, reply.newestSequence);
        assert.equal("lastSuccessAt" in reply || "lastFailureAt" in reply, false);
      },
    },
    {
      title: "of another tenant",
      asking: { caller: STRANGER },
      code: "resource_not_found",
      details: { resourceType: "webhook_endpoint" },
    },
    { title: "no id", input: { webhookEndpointId: "whe_x" }, code: "resource_not_found" },
  ],
});

test("webhook_endpoint: deliveries succeeded and failed -> retrieve and list show when, as the statistics do", async () => {
  const world = await openWorld();
  const { webhookEndpointId } = await tellDeliveries(world);
  const stats = await world.found(webhookEndpointStatsRetrieve, { webhookEndpointId });
  const one = await world.found(webhookEndpointRetrieve, { webhookEndpointId });
  assert.deepEqual(
    [one.lastSuccessAt, one.lastFailureAt],
    [stats.lastSuccessAt, stats.lastFailureAt],
  );
  assert.equal(Date.parse(one.lastFailureAt), lineOf(world, webhookEndpointId).lastFailureAtMs);
  const { productId } = world.principal;
  const { items } = await world.found(webhookEndpointList, { productId });
  assert.deepEqual(items, [one]);
});
