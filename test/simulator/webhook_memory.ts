/** Checks the webhook endpoints, the lines and the deliveries in a shard's memory against the model. */
import type { ShardState } from "../../src/features/registry.ts";
import { differenceOf } from "./difference.ts";
import {
  type Delivery,
  type DeliveryLine,
  type Endpoint,
  latest,
  type Realm,
} from "./model/model.ts";

export function wrongWebhooks(
  { webhookEndpoints, webhookLines, webhookDeliveries }: ShardState,
  realms: readonly (Realm | undefined)[],
): string | undefined {
  let endpointCount = 0;
  let deliveryCount = 0;
  for (const [number, realm] of realms.entries()) {
    for (const [id, line] of realm?.lines ?? []) {
      const endpoint = latest((realm as Realm).endpoints, id) as Endpoint;
      const suffix = id.slice("whe_".length);
      const isThere = endpoint.status !== "deleted";
      if (isThere) endpointCount++;
      const found = webhookEndpoints.byId(number, id);
      const wrong = isThere
        ? (differenceOf(shownEndpoint(endpoint), found) ??
          differenceOf(shownLine(line), webhookLines.get(number, suffix)))
        : found && "is deleted";
      if (wrong !== undefined) return `${id}: ${wrong}`;
      deliveryCount += line.deliveries.size;
    }
  }
  if (endpointCount !== webhookLines.size)
    return `${webhookLines.size} lines, not ${endpointCount}`;
  if (deliveryCount !== webhookDeliveries.size) return `${webhookDeliveries.size} deliveries`;
  for (const delivery of webhookDeliveries.values()) {
    const { realm, webhookEndpointId, number } = delivery;
    const expected = realms[realm]?.lines.get(webhookEndpointId)?.deliveries.get(number);
    if (expected === undefined) return `event ${number} was not kept for ${webhookEndpointId}`;
    const wrong = differenceOf(shownDelivery(expected), delivery);
    if (wrong !== undefined) return `event ${number} to ${webhookEndpointId}: ${wrong}`;
  }
  return undefined;
}

function shownEndpoint({ status, disabledReason, url, eventTypes, revision }: Endpoint) {
  return { status, disabledReason, url, eventTypes, revision };
}

function shownLine({ deliveries, openedAt: _, shown: _shown, ...line }: DeliveryLine) {
  const all = [...deliveries.values()];
  const count = (wanted: string) => all.filter(({ status }) => status === wanted).length;
  return { ...line, pending: count("pending"), exhausted: count("exhausted") };
}

function shownDelivery({ isUntold, askedAtMs: _, ...delivery }: Delivery) {
  return { ...delivery, isUntold: isUntold ? true : undefined };
}
