/**
 * webhook_endpoint.reseal: seals the secrets of one endpoint under the current key of the data
 * directory. A part of `npm run admin -- seal-key rotate`, which main runs; no caller can ask for it.
 */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import { declareWrite } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noted } from "../platform/operator_note.ts";
import { acceptUnchanged } from "./webhook_endpoint_lifecycle.ts";
import type { WebhookEndpointState } from "./webhook_endpoint_noun.ts";
import { webhookEndpointNotFound, webhookEndpoints } from "./webhook_endpoint_noun.ts";
import { WebhookEndpoint } from "./webhook_endpoint_schema.ts";

/** The sealed texts of the endpoint as they were seen, in their order. */
const Seen = Type.Object(
  { sealed: Type.Array(Type.String(), { maxItems: 16 }) },
  { title: "WebhookEndpointResealing", additionalProperties: false },
);

export const webhookEndpointReseal = declareWrite<WebhookEndpointState>()({
  id: "webhook_endpoint.reseal",
  summary: "Seal the secrets of a webhook endpoint anew, as the platform",
  http: { method: "POST", path: "/platform/webhook-endpoints/{webhookEndpointId}/reseal" },
  principals: ["operator"],
  scope: undefined,
  inContract: false,
  acts: { on: "product", by: "webhookEndpointId" },
  path: webhookEndpoints.path,
  body: Seen,
  output: WebhookEndpoint,
  refusals: ["resource_not_found", "state_conflict", "ledger_unavailable"],
  events: [],
  prepare: async ({ webhookEndpointId, sealed }, { resealed, operatorUser = "unknown" }) => ({
    user: operatorUser,
    resealed: sealed.map((text) => resealed(text, webhookEndpointId)),
  }),
  decide(state, { webhookEndpointId, sealed }, context) {
    const endpoint = state.webhookEndpoints.byId(context.realm, webhookEndpointId);
    if (endpoint === undefined) return webhookEndpointNotFound(webhookEndpointId);
    const own = endpoint.secrets.map((secret) => secret.sealed);
    if (own.join() !== sealed.join()) {
      const message = `the secrets of webhook endpoint ${webhookEndpointId} are others by now`;
      const details = { webhookEndpointId, expected: "the secrets seen", actual: "others" };
      return refuse("state_conflict", message, details);
    }
    const { user, resealed } = context.prepared;
    invariant(resealed.length === own.length, "each secret was sealed anew");
    const secrets = endpoint.secrets.map((secret, at) => ({
      ...secret,
      sealed: resealed[at] as string,
    }));
    const decision = acceptUnchanged("resealed", { ...endpoint, secrets }, context);
    return noted(decision, { user, reason: "seal-key rotate" });
  },
});
