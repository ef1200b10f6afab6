/** Decision table of webhook_endpoint.enable. */
import assert from "node:assert/strict";
import { createEndpoint } from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { assertShows } from "../../../test/world/world.ts";
import { webhookEndpointDisable } from "./webhook_endpoint.disable.ts";
import { webhookEndpointEnable } from "./webhook_endpoint.enable.ts";
import type { WebhookEndpointDocument } from "./webhook_endpoint_document.ts";
import { webhookEndpointRetrieve } from "./webhook_endpoint_noun.ts";

decisionTable(webhookEndpointEnable, {
  given(world) {
    const { webhookEndpointId } = createEndpoint(world);
    world.made(webhookEndpointDisable, { webhookEndpointId });
    return { webhookEndpointId: webhookEndpointId as string };
  },
  input: ({ webhookEndpointId }) => ({ webhookEndpointId }),
  stepMs: 1_000,
  rows: [
    {
      title: "disabled by a caller",
      outcome: "enabled, without a reason, as GET shows it",
      reply: { status: "enabled", revision: 3 },
      async check({ reply }, { world, webhookEndpointId }) {
        assert.equal("disabledReason" in reply, false);
        assert.equal(reply.statusTransitions.enabledAt, reply.updatedAt);
        await assertShows(world, webhookEndpointRetrieve, { webhookEndpointId }, reply);
      },
    },
    {
      title: "disabled because it is gone",
      given({ world, webhookEndpointId }) {
        const { webhookEndpoints } = world.state;
        const key = webhookEndpoints.keyOf(webhookEndpointId);
        const { realm: _, ...document } = webhookEndpoints.find(key) as WebhookEndpointDocument;
        const webhookEndpoint = { ...document, disabledReason: "gone" };
        const fact = { kind: "webhook_endpoint.disabled.1", webhookEndpoint };
        world.apply([fact]);
      },
      outcome: "enabled",
      reply: { status: "enabled" },
    },
    {
      title: "enabled",
      given: ({ world, webhookEndpointId }) =>
        world.made(webhookEndpointEnable, { webhookEndpointId }),
      code: "state_conflict",
      details: { status: "enabled", expected: "disabled", actual: "enabled" },
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
