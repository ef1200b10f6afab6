/** Decision table of webhook_endpoint.disable. */
import assert from "node:assert/strict";
import { toldIn } from "../../../test/support/features/webhook_delivery/webhook_deliveries.ts";
import { createEndpoint } from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { assertShows } from "../../../test/world/world.ts";
import { webhookEndpointDisable } from "./webhook_endpoint.disable.ts";
import { webhookEndpointRetrieve } from "./webhook_endpoint_noun.ts";

decisionTable(webhookEndpointDisable, {
  given: (world) => ({ webhookEndpointId: createEndpoint(world).webhookEndpointId as string }),
  input: ({ webhookEndpointId }) => ({ webhookEndpointId }),
  stepMs: 1_000,
  rows: [
    {
      title: "enabled",
      outcome: "disabled by hand, as GET shows it",
      reply: { status: "disabled", disabledReason: "manual", revision: 2 },
      async check({ reply, facts }, { world, webhookEndpointId }) {
        assert.deepEqual(toldIn(facts), [], "in the sandbox no owner is mailed");
        assert.equal(reply.statusTransitions.disabledAt, reply.updatedAt);
        await assertShows(world, webhookEndpointRetrieve, { webhookEndpointId }, reply);
      },
    },
    {
      title: "enabled, in live",
      environment: "live",
      outcome: "disabled, and the owners are told",
      check({ facts }) {
        const [told] = toldIn(facts);
        assert.deepEqual([told?.["trouble"], told?.["reason"]], ["disabled", "manual"]);
      },
    },
    {
      title: "disabled",
      given: ({ world, webhookEndpointId }) =>
        world.made(webhookEndpointDisable, { webhookEndpointId }),
      code: "state_conflict",
      details: { status: "disabled", expected: "enabled", actual: "disabled" },
    },
    {
      title: "unknown",
      input: { webhookEndpointId: "whe_unknown" },
      code: "resource_not_found",
      details: { resourceType: "webhook_endpoint" },
    },
    { title: "of another tenant", asking: { caller: STRANGER }, code: "resource_not_found" },
  ],
});
