/** webhook_endpoint.delete: removes a webhook endpoint; its records and events stay. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { acceptEndpoint } from "./webhook_endpoint_lifecycle.ts";
import type { WebhookEndpointState } from "./webhook_endpoint_noun.ts";
import { webhookEndpointNotFound, webhookEndpoints } from "./webhook_endpoint_noun.ts";
import { WebhookEndpoint } from "./webhook_endpoint_schema.ts";

export const webhookEndpointDelete = declareWrite<WebhookEndpointState>()({
  id: "webhook_endpoint.delete",
  summary: "Delete a webhook endpoint",
  description:
    "For ever: nothing is sent to it any more, and no answer shows it but this one, which has it as it was last. The events about it stay.",
  http: { method: "DELETE", path: "/webhook-endpoints/{webhookEndpointId}" },
  principals: ["product_key"],
  browserKeyOnly: true,
  scope: "webhooks:write",
  path: webhookEndpoints.path,
  output: WebhookEndpoint,
  refusals: ["resource_not_found", "ledger_unavailable"],
  events: ["webhook_endpoint.deleted"],
  decide(state, { webhookEndpointId }, context) {
    const endpoint = state.webhookEndpoints.byId(context.realm, webhookEndpointId);
    if (endpoint === undefined) return webhookEndpointNotFound(webhookEndpointId);
    // The secrets are not needed any more; the log keeps those of the facts before, sealed.
    return acceptEndpoint("deleted", endpoint, { ...endpoint, secrets: [] }, context);
  },
});
