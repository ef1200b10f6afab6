/** webhook_endpoint.recover: sends again what could not be delivered. */
import { type Static, Type } from "@sinclair/typebox";
import { Id, Timestamp } from "../../contract/formats.ts";
import { accept, declareWrite } from "../../contract/operation.ts";
import type { Issue } from "../../contract/refusal.ts";
import { described } from "../../contract/schema_marks.ts";
import { parseTimestamp } from "../../contract/timestamp_text.ts";
import { endpointSuffixOf } from "../webhook_delivery/webhook_delivery_document.ts";
import type { WebhookDeliveriesAsked } from "../webhook_delivery/webhook_delivery_facts.ts";
import { deliveryAt } from "../webhook_delivery/webhook_delivery_state.ts";
import { refuseEndpointStatus } from "./webhook_endpoint_lifecycle.ts";
import { webhookEndpointNotFound } from "./webhook_endpoint_resource.ts";
import { WebhookEndpointPath } from "./webhook_endpoint_schema.ts";
import type { WebhookEndpointState } from "./webhook_endpoint_state.ts";

/** The most deliveries of one request: a record has all of them. */
const RECOVERED_MAX = 1_000;

const WebhookRecovery = Type.Object(
  {
    since: described(Timestamp, "Deliveries that began at this time or later."),
    until: Type.Optional(described(Timestamp, "Only those that began before this time.")),
  },
  {
    title: "WebhookRecovery",
    description: "What to send again.",
    additionalProperties: false,
  },
);
type WebhookRecovery = Static<typeof WebhookRecovery>;

const WebhookRecovered = Type.Object(
  {
    webhookEndpointId: Id("whe"),
    recovered: Type.Integer({ minimum: 0, description: "Deliveries that are sent again." }),
    hasMore: Type.Boolean({
      description: `More than ${RECOVERED_MAX} were found: ask again for the others.`,
    }),
  },
  {
    title: "WebhookRecovered",
    description: "How much is sent again.",
    additionalProperties: false,
  },
);

export const webhookEndpointRecover = declareWrite<WebhookEndpointState>()({
  id: "webhook_endpoint.recover",
  summary: "Recover the failed deliveries of a webhook endpoint",
  description:
    "Every delivery that is `exhausted` or `cancelled` and began in the time is sent again, oldest first, with eight attempts.",
  tag: "Webhooks",
  http: { method: "POST", path: "/webhook-endpoints/{webhookEndpointId}/recover", status: 200 },
  principals: ["product_key", "founder", "agent"],
  reachesOutside: true,
  scope: "webhooks:write",
  path: WebhookEndpointPath,
  body: WebhookRecovery,
  output: WebhookRecovered,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: [],
  check: checkTimes,
  decide(state, { webhookEndpointId, since, until }, context) {
    const endpoint = state.webhookEndpoints.byId(context.realm, webhookEndpointId);
    if (endpoint === undefined) return webhookEndpointNotFound(webhookEndpointId);
    const refusal = refuseEndpointStatus(endpoint, "enabled");
    if (refusal !== undefined) return refusal;
    const fromMs = parseTimestamp(since) as number;
    const belowMs = until === undefined ? Number.POSITIVE_INFINITY : (parseTimestamp(until) ?? 0);
    const keys = [...state.webhookFailed.of(endpointSuffixOf(webhookEndpointId))];
    const failed = keys
      .map((key) => deliveryAt(state, key))
      .filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs < belowMs)
      .sort((one, other) => one.number - other.number);
    const deliveries = failed
      .slice(0, RECOVERED_MAX)
      .map(({ eventId, number }) => ({ webhookEndpointId, eventId, number }));
    const fact: WebhookDeliveriesAsked = { kind: "webhook_delivery.asked.1", deliveries };
    const hasMore = failed.length > RECOVERED_MAX;
    const reply = { webhookEndpointId, recovered: deliveries.length, hasMore };
    return accept(deliveries.length === 0 ? [] : [fact], reply);
  },
});

function checkTimes({ since, until }: WebhookRecovery): Issue[] {
  if (until === undefined) return [];
  if ((parseTimestamp(since) ?? 0) < (parseTimestamp(until) ?? 0)) return [];
  return [{ code: "range", message: "until must be after since", path: ["until"] }];
}
