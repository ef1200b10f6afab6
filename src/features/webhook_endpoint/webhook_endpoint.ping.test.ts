/** Decision table of webhook_endpoint.ping. */
import assert from "node:assert/strict";
import { createEndpoint } from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { assertShows } from "../../../test/world/world.ts";
import { webhookEndpointDisable } from "./webhook_endpoint.disable.ts";
import { webhookEndpointPing } from "./webhook_endpoint.ping.ts";
import {
  type WebhookEndpointFact,
  webhookEndpointRetrieve,
  webhookEndpoints,
} from "./webhook_endpoint_noun.ts";

decisionTable(webhookEndpointPing, {
  given(world) {
    const { secret: _, ...endpoint } = createEndpoint(world);
    return { endpoint };
  },
  input: ({ endpoint: { webhookEndpointId } }) => ({ webhookEndpointId }),
  stepMs: 1_000,
  rows: [
    {
      title: "enabled",
      outcome: "an event, and the endpoint as it was",
      async check({ reply, facts }, { world, endpoint }) {
        assert.deepEqual(reply, endpoint);
        const { webhookEndpointId } = endpoint;
        await assertShows(world, webhookEndpointRetrieve, { webhookEndpointId }, endpoint);
        const types = (facts as WebhookEndpointFact[]).flatMap((fact) =>
          webhookEndpoints.manifest.eventsOf[fact.kind]?.(fact).map(({ type }) => type),
        );
        assert.deepEqual(types, ["webhook_endpoint.ping"]);
      },
    },
    {
      title: "disabled",
      given: ({ world, endpoint: { webhookEndpointId } }) =>
        world.made(webhookEndpointDisable, { webhookEndpointId }),
      code: "state_conflict",
      details: { status: "disabled", expected: "enabled" },
    },
    { title: "unknown", input: { webhookEndpointId: "whe_x" }, code: "resource_not_found" },
    { title: "of another tenant", asking: { caller: STRANGER }, code: "resource_not_found" },
  ],
});
