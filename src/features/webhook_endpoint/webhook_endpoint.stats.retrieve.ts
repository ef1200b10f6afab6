/** webhook_endpoint.stats.retrieve: how the deliveries to one endpoint go. */
import { Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { realmKeyOf } from "../../contract/declare/principal.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id, Timestamp } from "../../contract/values/formats.ts";
import { EventLog } from "../event/event_log.ts";
import { Sequence } from "../event/event_schema.ts";
import { DeliveryReader } from "../webhook_delivery/webhook_delivery_reader.ts";
import { webhookEndpointNotFound, webhookEndpoints } from "./webhook_endpoint_noun.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });

const WebhookEndpointStats = Type.Object(
  {
    webhookEndpointId: Id("whe"),
    delivered: count("Deliveries that have succeeded, since the endpoint was made."),
    pending: count("Deliveries that wait for their next attempt now."),
    exhausted: count("Deliveries that have failed for good and were not retried."),
    sequence: described(
      Sequence,
      "Every event up to this one was delivered, waits by itself, or is none for this endpoint.",
    ),
    newestSequence: described(Sequence, "The newest event of the Product and environment."),
    lastSuccessAt: Type.Optional(described(Timestamp, "When a webhook was last delivered to it.")),
    lastFailureAt: Type.Optional(described(Timestamp, "When an attempt last failed.")),
  },
  {
    title: "WebhookEndpointStats",
    description: "How the deliveries to a webhook endpoint go.",
    additionalProperties: false,
  },
);

export const webhookEndpointStatsRetrieve = declareRead({
  id: "webhook_endpoint.stats.retrieve",
  summary: "Retrieve the statistics of a webhook endpoint",
  description:
    "`newestSequence` less `sequence` is how many events the endpoint is behind, those of other types among them.",
  http: { method: "GET", path: "/webhook-endpoints/{webhookEndpointId}/stats" },
  principals: PRODUCT_CALLERS,
  scope: "webhooks:read",
  path: webhookEndpoints.path,
  output: WebhookEndpointStats,
  refusals: ["resource_not_found"],
  read(snapshot, { webhookEndpointId }, { realm, principal }) {
    const endpoint = webhookEndpoints.find(snapshot, realm, webhookEndpointId);
    const log = EventLog.of(snapshot, realmKeyOf(principal));
    if (endpoint === undefined || log === undefined || realm === undefined) {
      return webhookEndpointNotFound(webhookEndpointId);
    }
    const line = new DeliveryReader(snapshot, realm, log).line(webhookEndpointId);
    const { delivered = 0, pending = 0, exhausted = 0, position = 0 } = line ?? {};
    const { lastSuccessAtMs, lastFailureAtMs } = line ?? {};
    return found({
      webhookEndpointId,
      delivered,
      pending,
      exhausted,
      sequence: String(position),
      newestSequence: String(log.count),
      ...(lastSuccessAtMs !== undefined && { lastSuccessAt: isoTime(lastSuccessAtMs) }),
      ...(lastFailureAtMs !== undefined && { lastFailureAt: isoTime(lastFailureAtMs) }),
    });
  },
});
