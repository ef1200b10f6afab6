/** Which events an endpoint is sent. */
import { partsOfDeliveryId } from "../webhook_delivery/webhook_delivery_document.ts";
import type { WebhookEndpointDocument } from "./webhook_endpoint_document.ts";

/** The event that is always for the endpoint that it is about, and for no other. */
export const PING = "webhook_endpoint.ping";
/** The event that is for every endpoint but the one of the delivery that it is about. */
const EXHAUSTED = "webhook_delivery.exhausted";

/** No endpoint is told that a delivery of such an event is exhausted: that would have no end. */
export function isToldOf(type: string): boolean {
  return type !== EXHAUSTED;
}

/** Whether events of the type are sent to the endpoint, as far as `isForEndpoint` allows. */
export function takesType(
  { eventTypes }: Pick<WebhookEndpointDocument, "eventTypes">,
  type: string,
): boolean {
  return type === PING || eventTypes.includes("*") || eventTypes.includes(type);
}

/** Whether an event about the thing with this id is for the endpoint, whatever types it takes. */
export function isForEndpoint(
  { webhookEndpointId }: Pick<WebhookEndpointDocument, "webhookEndpointId">,
  type: string,
  resourceId: () => string,
): boolean {
  if (type === PING) return resourceId() === webhookEndpointId;
  if (type !== EXHAUSTED) return true;
  return partsOfDeliveryId(resourceId())?.webhookEndpointId !== webhookEndpointId;
}

/** Whether the endpoint is sent the event. */
export function takesEvent(
  endpoint: Pick<WebhookEndpointDocument, "eventTypes" | "webhookEndpointId">,
  { type, resourceId }: { type: string; resourceId: string },
): boolean {
  return takesType(endpoint, type) && isForEndpoint(endpoint, type, () => resourceId);
}
