/** Decision table of webhook_delivery.retry. */
import assert from "node:assert/strict";
import {
  lineOf,
  type Story,
  tellDeliveries,
} from "../../../test/support/features/webhook_delivery/webhook_deliveries.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { assertShows } from "../../../test/world/world.ts";
import { webhookEndpointDelete } from "../webhook_endpoint/webhook_endpoint.delete.ts";
import { webhookEndpointDisable } from "../webhook_endpoint/webhook_endpoint.disable.ts";
import { webhookEndpointEnable } from "../webhook_endpoint/webhook_endpoint.enable.ts";
import { webhookDeliveryRetrieve } from "./webhook_delivery.retrieve.ts";
import { webhookDeliveryRetry } from "./webhook_delivery.retry.ts";

const exhausted = ({ exhausted: webhookDeliveryId }: Story) => ({ webhookDeliveryId });
const waiting = ({ waiting: webhookDeliveryId }: Story) => ({ webhookDeliveryId });

decisionTable(webhookDeliveryRetry, {
  given: (world) => tellDeliveries(world),
  input: exhausted,
  stepMs: 1_000,
  rows: [
    {
      title: "exhausted",
      outcome: "pending again, due now, with its attempts, as GET shows it; untold no more",
      reply: { status: "pending", attempt: 0 },
      async check({ reply }, { world, webhookEndpointId, exhausted: webhookDeliveryId }) {
        assert.equal(reply.attempts.length, 8);
        assert.equal(reply.nextAttemptAt, reply.updatedAt);
        await assertShows(world, webhookDeliveryRetrieve, { webhookDeliveryId }, reply);
        const { pending, exhausted: failures } = lineOf(world, webhookEndpointId);
        assert.deepEqual([pending, failures], [2, 0]);
        assert.equal(world.state.webhookOwed.size, 0);
      },
    },
    {
      title: "pending",
      input: waiting,
      outcome: "due now, and all eight attempts to come",
      reply: { status: "pending", attempt: 0 },
      check: ({ reply }) => assert.equal(reply.nextAttemptAt, reply.updatedAt),
    },
    {
      title: "cancelled, and the endpoint enabled again",
      given({ world, webhookEndpointId }) {
        world.made(webhookEndpointDisable, { webhookEndpointId });
        world.made(webhookEndpointEnable, { webhookEndpointId });
      },
      input: waiting,
      outcome: "pending",
      reply: { status: "pending" },
    },
    {
      title: "delivered at once",
      input: ({ atOnce }) => ({ webhookDeliveryId: atOnce }),
      code: "state_conflict",
      details: { expected: "not delivered", actual: "delivered" },
    },
    {
      title: "delivered at last",
      input: ({ second }) => ({ webhookDeliveryId: second }),
      code: "state_conflict",
      details: { actual: "delivered" },
    },
    {
      title: "the endpoint is disabled",
      given: ({ world, webhookEndpointId }) =>
        world.made(webhookEndpointDisable, { webhookEndpointId }),
      input: waiting,
      code: "state_conflict",
      details: { expected: "enabled", actual: "disabled" },
    },
    {
      title: "the endpoint is deleted",
      given: ({ world, webhookEndpointId }) =>
        world.made(webhookEndpointDelete, { webhookEndpointId }),
      input: waiting,
      code: "state_conflict",
      details: { expected: "enabled", actual: "deleted" },
    },
    {
      title: "not attempted yet",
      input: ({ untried }) => ({ webhookDeliveryId: untried }),
      code: "resource_not_found",
      details: { resourceType: "webhook_delivery" },
    },
    { title: "of another tenant", asking: { caller: STRANGER }, code: "resource_not_found" },
    { title: "no id", input: { webhookDeliveryId: "whd_x" }, code: "resource_not_found" },
  ],
});
