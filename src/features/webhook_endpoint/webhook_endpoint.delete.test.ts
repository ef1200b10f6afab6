/** Decision table of webhook_endpoint.delete. */
import assert from "node:assert/strict";
import { createEndpoint } from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { webhookEndpointDelete } from "./webhook_endpoint.delete.ts";
import type { WebhookEndpointFact } from "./webhook_endpoint_noun.ts";
import { webhookEndpointList, webhookEndpointRetrieve } from "./webhook_endpoint_noun.ts";

decisionTable(webhookEndpointDelete, {
  given(world) {
    const { secret: _, ...endpoint } = createEndpoint(world);
    return { endpoint };
  },
  input: ({ endpoint: { webhookEndpointId } }) => ({ webhookEndpointId }),
  stepMs: 1_000,
  rows: [
    {
      title: "one that is there",
      outcome: "answered as it was last; no read finds it; its last fact has no secret",
      async check({ reply, facts }, { world, endpoint }) {
        const { revision, updatedAt: _, actor: __, ...shown } = reply;
        const { revision: before, updatedAt: ___, actor: ____, ...was } = endpoint;
        assert.deepEqual([shown, revision], [was, before + 1]);
        const { webhookEndpointId, productId } = endpoint;
        const { refusal } = await world.read(webhookEndpointRetrieve, { webhookEndpointId });
        assert.equal(refusal?.code, "resource_not_found");
        const { items } = await world.found(webhookEndpointList, { productId });
        assert.deepEqual(items, []);
        assert.deepEqual((facts as WebhookEndpointFact[])[0]?.webhookEndpoint.secrets, []);
      },
    },
    {
      title: "deleted before",
      given: ({ world, endpoint: { webhookEndpointId } }) =>
        world.made(webhookEndpointDelete, { webhookEndpointId }),
      code: "resource_not_found",
      details: { resourceType: "webhook_endpoint" },
    },
    { title: "of another tenant", asking: { caller: STRANGER }, code: "resource_not_found" },
  ],
});
