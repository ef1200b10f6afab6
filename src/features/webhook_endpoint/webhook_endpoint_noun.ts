/** The webhook endpoint as a resource, and the one function that renders it. */
import { isoTime } from "../../base/iso_time.ts";
import { filter, type ResourceNames } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { declareNoun, type FactOf, type HappeningOf, type StatePartOf } from "../noun.ts";
import { declareReads } from "../resource_reads.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { endpointSuffixOf } from "../webhook_delivery/webhook_delivery_document.ts";
import type { WebhookDeliveryState } from "../webhook_delivery/webhook_delivery_state.ts";
import type { WebhookLineDocument } from "../webhook_delivery/webhook_line.ts";
import {
  WEBHOOK_ENDPOINT_STATUSES,
  type WebhookEndpointDocument,
} from "./webhook_endpoint_document.ts";
import { WebhookEndpoint, WebhookEndpointStatus } from "./webhook_endpoint_schema.ts";

export const webhookEndpoints = declareNoun<WebhookEndpointDocument>()({
  noun: "webhook_endpoint",
  plural: "webhookEndpoints",
  prefix: "whe",
  readScope: "webhooks:read",
  output: WebhookEndpoint,
  notFoundCode: "resource_not_found",
  notFound: webhookEndpointNotFound,
  table: { code: LEDGER_TABLE.webhookEndpoint },
  private: ["secrets"],
  show: (endpoint, names) => webhookEndpointResource(endpoint, names),
  showIn: (snapshot, endpoint, names) =>
    webhookEndpointResource(endpoint, names, lineIn(snapshot, endpoint)),
  search: {
    title: ({ url }) => url,
    names: ({ url, description }) => [url, description],
  },
  isByRealm: true,
  filters: {
    status: filter(
      described(WebhookEndpointStatus, "Only endpoints in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
  },
  happenings: {
    created: "A webhook endpoint was made.",
    updated: "The address, the types, the description or the metadata of an endpoint changed.",
    enabled: "An endpoint is sent webhooks again.",
    disabled: "An endpoint is sent nothing any more: by a caller, or because it cannot be reached.",
    deleted: { told: "A webhook endpoint was deleted; shown as it was.", removes: true },
    secret_rotated: "An endpoint has a new signing secret, which no event shows.",
    pinged: {
      told: "A test that somebody asked for. Sent to this endpoint only, whatever types it takes.",
      event: "ping",
    },
    /** That its secrets are sealed anew concerns nobody outside. */
    resealed: {},
  },
});

/** `webhook_endpoint.list` and `webhook_endpoint.retrieve`. */
export const [webhookEndpointList, webhookEndpointRetrieve] = declareReads(webhookEndpoints, {
  path: "/webhook-endpoints",
  list: {
    summary: "List webhook endpoints",
    description:
      "Newest first, without their secrets. `search` looks in address and description, whatever the case, and takes the id of an endpoint.",
  },
  retrieve: {
    summary: "Read a webhook endpoint",
    description: "The endpoint as it is now, without its secret.",
  },
});

export type WebhookEndpointState = WebhookDeliveryState & StatePartOf<typeof webhookEndpoints>;
export type WebhookEndpointFact = FactOf<typeof webhookEndpoints>;
export type WebhookEndpointEvent = HappeningOf<typeof webhookEndpoints>;

export function webhookEndpointNotFound(webhookEndpointId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuchHere("whe", webhookEndpointId), {
    resourceType: "webhook_endpoint",
    webhookEndpointId,
    issues: [
      {
        code: "not_found",
        message: "webhookEndpointId names no webhook endpoint",
        path: ["webhookEndpointId"],
      },
    ],
  });
}

/**
 * The endpoint in answers, without its secrets. The order of the fields is that on the wire. `line`: what
 * its deliveries have come to, which retrieve and list show too.
 */
export function webhookEndpointResource(
  endpoint: Omit<WebhookEndpointDocument, "realm" | "secrets">,
  { productId, environment }: ResourceNames,
  { lastSuccessAtMs, lastFailureAtMs }: Partial<WebhookLineDocument> = {},
): WebhookEndpoint {
  const { description, disabledReason, oldSecretExpiresAtMs, reachedAtMs } = endpoint;
  return {
    webhookEndpointId: endpoint.webhookEndpointId,
    productId,
    environment,
    url: endpoint.url,
    eventTypes: [...endpoint.eventTypes],
    ...(description !== undefined && { description }),
    status: endpoint.status,
    ...(disabledReason !== undefined && { disabledReason }),
    secretPrefix: endpoint.secretPrefix,
    ...(oldSecretExpiresAtMs !== undefined && {
      secretRotation: { oldExpiresAt: isoTime(oldSecretExpiresAtMs) },
    }),
    ...(lastSuccessAtMs !== undefined && { lastSuccessAt: isoTime(lastSuccessAtMs) }),
    ...(lastFailureAtMs !== undefined && { lastFailureAt: isoTime(lastFailureAtMs) }),
    revision: endpoint.revision,
    createdAt: isoTime(endpoint.createdAtMs),
    updatedAt: isoTime(endpoint.updatedAtMs),
    metadata: endpoint.metadata ?? {},
    actor: actorOfText(endpoint.changedBy),
    statusTransitions: Object.fromEntries(
      WEBHOOK_ENDPOINT_STATUSES.flatMap((status) => {
        const atMs = reachedAtMs[status];
        return atMs === undefined ? [] : [[`${status}At`, isoTime(atMs)]];
      }),
    ),
  };
}

function lineIn(
  snapshot: Snapshot,
  { realm, webhookEndpointId }: Pick<WebhookEndpointDocument, "realm" | "webhookEndpointId">,
): WebhookLineDocument | undefined {
  const value = snapshot.get(LEDGER_TABLE.webhookLine, realm, endpointSuffixOf(webhookEndpointId));
  return value && decodeDocument<WebhookLineDocument>(value);
}
