/** webhook_endpoint.update: changes where a webhook endpoint sends to, or what. */
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { changed } from "../change.ts";
import { refuseRevision } from "../expected_revision.ts";
import { mergedMetadata, refuseMetadata } from "../metadata_change.ts";
import { acceptEndpoint } from "./webhook_endpoint_lifecycle.ts";
import type { WebhookEndpointState } from "./webhook_endpoint_noun.ts";
import {
  webhookEndpointNotFound,
  webhookEndpointResource,
  webhookEndpoints,
} from "./webhook_endpoint_noun.ts";
import { WebhookEndpoint, WebhookEndpointChange } from "./webhook_endpoint_schema.ts";
import { ofServer, refuseUrl, targetIssues } from "./webhook_endpoint_target.ts";

export const webhookEndpointUpdate = declareWrite<WebhookEndpointState>()({
  id: "webhook_endpoint.update",
  summary: "Change a webhook endpoint",
  description:
    "A field that is absent stays as it is; `null` removes it. `eventTypes` takes the place of all types before. The secret stays. A change that leaves everything as it is, such as `{}`, is answered with the endpoint and a receipt: the revision stays, and there is no event.",
  http: { method: "PATCH", path: "/webhook-endpoints/{webhookEndpointId}" },
  principals: ["product_key"],
  browserKeyOnly: true,
  scope: "webhooks:write",
  path: webhookEndpoints.path,
  body: WebhookEndpointChange,
  output: WebhookEndpoint,
  refusals: [
    "resource_not_found",
    "state_conflict",
    "state_constraint_failed",
    "ledger_unavailable",
  ],
  events: ["webhook_endpoint.updated"],
  check: targetIssues,
  prepare: ofServer,
  decide(state, { webhookEndpointId, expectedRevision, ...wanted }, context) {
    const endpoint = state.webhookEndpoints.byId(context.realm, webhookEndpointId);
    if (endpoint === undefined) return webhookEndpointNotFound(webhookEndpointId);
    const { url, eventTypes, description } = wanted;
    const metadata = mergedMetadata(endpoint.metadata, wanted.metadata);
    const refusal =
      refuseRevision(webhookEndpointId, expectedRevision, endpoint.revision) ??
      refuseUrl(url, context.prepared) ??
      refuseMetadata(metadata);
    if (refusal !== undefined) return refusal;
    const after = changed(endpoint, { url, eventTypes, description, metadata });
    if (after === endpoint) return accept([], webhookEndpointResource(endpoint, context.principal));
    return acceptEndpoint("updated", endpoint, after, context);
  },
});
