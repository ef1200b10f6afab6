/** The events of a webhook endpoint. That its secrets are sealed anew concerns nobody outside. */
import { type EventsOf, eventTypesOf, noEvents, oneEvent } from "../../contract/event.ts";
import type { WebhookEndpointFact } from "./webhook_endpoint_facts.ts";
import { webhookEndpointResource } from "./webhook_endpoint_resource.ts";
import { WebhookEndpoint } from "./webhook_endpoint_schema.ts";

export const webhookEndpointEventTypes = eventTypesOf("webhook_endpoint", WebhookEndpoint, {
  created: "A webhook endpoint was made.",
  updated: "The address, the types, the description or the metadata of an endpoint changed.",
  enabled: "An endpoint is sent webhooks again.",
  disabled: "An endpoint is sent nothing any more: by a caller, or because it cannot be reached.",
  deleted: "A webhook endpoint was deleted; shown as it was.",
  secret_rotated: "An endpoint has a new signing secret, which no event shows.",
  ping: "A test that somebody asked for. Sent to this endpoint only, whatever types it takes.",
});

export const webhookEndpointEvents: Record<WebhookEndpointFact["kind"], EventsOf> = {
  "webhook_endpoint.created.1": eventNamed("created"),
  "webhook_endpoint.updated.1": eventNamed("updated"),
  "webhook_endpoint.enabled.1": eventNamed("enabled"),
  "webhook_endpoint.disabled.1": eventNamed("disabled"),
  "webhook_endpoint.deleted.1": eventNamed("deleted"),
  "webhook_endpoint.secret_rotated.1": eventNamed("secret_rotated"),
  "webhook_endpoint.pinged.1": eventNamed("ping"),
  "webhook_endpoint.resealed.1": noEvents,
};

function eventNamed(what: string): EventsOf {
  return oneEvent<WebhookEndpointFact>(`webhook_endpoint.${what}`, {
    resourceIdOf: ({ webhookEndpoint }) => webhookEndpoint.webhookEndpointId,
    objectOf: ({ webhookEndpoint }, { names }) => webhookEndpointResource(webhookEndpoint, names),
    previousOf: ({ previous }) => previous,
  });
}
