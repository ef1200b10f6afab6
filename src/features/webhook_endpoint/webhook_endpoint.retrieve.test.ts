/** Decision table of webhook_endpoint.retrieve. */
import assert from "node:assert/strict";
import { createEndpoint } from "../../../test/support/features/webhook_endpoint/webhook_endpoints.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { webhookEndpointRetrieve } from "./webhook_endpoint_noun.ts";

decisionTable(webhookEndpointRetrieve, {
  given(world) {
    const { secret, ...endpoint } = createEndpoint(world);
    return { secret: secret as string, endpoint };
  },
  input: ({ endpoint: { webhookEndpointId } }) => ({ webhookEndpointId }),
  rows: [
    {
      title: "one that is there",
      outcome: "as it was made, without its secret, sealed or not",
      check({ reply }, { endpoint, secret }) {
        assert.deepEqual(reply, endpoint);
        const text = JSON.stringify(reply);
        assert.equal(text.includes(secret.slice(10)) || text.includes("v1."), false);
      },
    },
    {
      title: "unknown",
      input: { webhookEndpointId: "whe_unknown" },
      code: "resource_not_found",
      details: { resourceType: "webhook_endpoint", webhookEndpointId: "whe_unknown" },
    },
    { title: "of another tenant", asking: { caller: STRANGER }, code: "resource_not_found" },
  ],
});
