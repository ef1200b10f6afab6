/** Decision table of webhook_delivery.retrieve. */
import assert from "node:assert/strict";
import { tellDeliveries } from "../../../test/support/features/webhook_delivery/webhook_deliveries.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { webhookEndpointDelete } from "../webhook_endpoint/webhook_endpoint.delete.ts";
import { webhookDeliveryRetrieve } from "./webhook_delivery.retrieve.ts";

decisionTable(webhookDeliveryRetrieve, {
  given: (world) => tellDeliveries(world),
  input: ({ atOnce }) => ({ webhookDeliveryId: atOnce }),
  rows: [
    {
      title: "delivered at the first attempt",
      outcome: "its one attempt, from the report in the log",
      reply: { status: "delivered", attempt: 1 },
      check({ reply }, { webhookEndpointId, events }) {
        assert.deepEqual(
          [reply.eventId, reply.webhookEndpointId],
          [events[0]?.id, webhookEndpointId],
        );
        assert.equal(reply.attempts.length, 1);
        assert.equal(reply.attempts[0].httpStatus, 200);
        assert.equal(reply.createdAt, reply.attempts[0].at);
      },
    },
    {
      title: "failed once",
      input: ({ waiting }) => ({ webhookDeliveryId: waiting }),
      outcome: "pending, with the time of its next attempt",
      reply: { status: "pending", attempt: 1 },
      check({ reply }) {
        const { error, responseSnippet } = reply.attempts[0];
        assert.deepEqual([error, responseSnippet], ["http_status", "oops"]);
        assert.ok(reply.nextAttemptAt > reply.createdAt);
      },
    },
    {
      title: "failed eight times",
      input: ({ exhausted }) => ({ webhookDeliveryId: exhausted }),
      outcome: "exhausted, with every attempt",
      reply: { status: "exhausted", attempt: 8 },
      check({ reply }) {
        assert.equal(reply.attempts.length, 8);
        assert.equal("nextAttemptAt" in reply, false);
      },
    },
    {
      title: "delivered by the second attempt",
      input: ({ second }) => ({ webhookDeliveryId: second }),
      outcome: "delivered, with both",
      reply: { status: "delivered", attempt: 2 },
      check: ({ reply }) => assert.equal(reply.attempts.length, 2),
    },
    {
      title: "its endpoint was deleted",
      given: ({ world, webhookEndpointId }) =>
        world.made(webhookEndpointDelete, { webhookEndpointId }),
      input: ({ waiting }) => ({ webhookDeliveryId: waiting }),
      outcome: "cancelled",
      reply: { status: "cancelled" },
    },
    {
      title: "not attempted yet",
      input: ({ untried }) => ({ webhookDeliveryId: untried }),
      code: "resource_not_found",
      details: { resourceType: "webhook_delivery" },
    },
    { title: "of another tenant", asking: { caller: STRANGER }, code: "resource_not_found" },
    {
      title: "the other environment",
      asking: ({ world: { caller } }) => ({
        caller: { ...caller, principal: { ...caller.principal, environment: "live" } },
      }),
      input: ({ waiting }) => ({ webhookDeliveryId: waiting }),
      code: "resource_not_found",
    },
    {
      title: "a character less",
      input: ({ atOnce }) => ({ webhookDeliveryId: atOnce.slice(0, -1) }),
      code: "resource_not_found",
      check: ({ input, code }) => {
        const message = noSuchHere("whd", String(input["webhookDeliveryId"]));
        assert.match(message, /cut off: it has 51 characters after _, and such an id has 52$/);
        assert.equal(code, "resource_not_found");
      },
    },
    {
      title: "the id of an event",
      input: ({ events }) => ({ webhookDeliveryId: events[0]?.id }),
      code: "resource_not_found",
      check: ({ input }) =>
        assert.match(
          noSuchHere("whd", String(input["webhookDeliveryId"])),
          /this is the id of an event, and the id of a webhook delivery begins with whd_$/,
        ),
    },
    {
      title: "an event and an endpoint that do not go together",
      input: ({ atOnce }) => ({ webhookDeliveryId: `whd_${atOnce.slice(-26).repeat(2)}` }),
      code: "resource_not_found",
      check: ({ input }) => {
        const id = String(input["webhookDeliveryId"]);
        assert.equal(
          noSuchHere("whd", id),
          `no webhook delivery ${id} in this Product and environment`,
        );
      },
    },
  ],
});
