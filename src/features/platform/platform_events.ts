/**
 * The events of Products and API keys, in the realms of tenants, where they are only counted. The
 * creation of a tenant has no event.
 */
import { type EventsByKind, noEvents, oneEvent } from "../../contract/declare/event.ts";
import type { ApiKeyChanged, ProductChanged } from "./platform_facts.ts";

const ofProduct = { resourceIdOf: ({ product }: ProductChanged) => product.productId };
const ofApiKey = { resourceIdOf: ({ apiKey }: ApiKeyChanged) => apiKey.apiKeyId };

export const platformEvents: EventsByKind = {
  "tenant.created.1": noEvents,
  "tenant.changed.1": noEvents,
  "product.created.1": oneEvent("product.created", ofProduct),
  "product.changed.1": oneEvent("product.updated", ofProduct),
  "product.build_applied.1": oneEvent("product.build_applied", ofProduct),
  "product.disabled.1": oneEvent("product.disabled", ofProduct),
  "product.enabled.1": oneEvent("product.enabled", ofProduct),
  "product.activation_requested.1": oneEvent("product.activation_requested", ofProduct),
  "product.activation_cancelled.1": oneEvent("product.activation_cancelled", ofProduct),
  "product.activated.1": oneEvent("product.activated", ofProduct),
  "product.activation_rejected.1": oneEvent("product.activation_rejected", ofProduct),
  "product.closed.1": oneEvent("product.closed", ofProduct),
  "product.closing.1": noEvents,
  "operation_set.created.1": noEvents,
  "api_key.created.1": oneEvent("api_key.created", ofApiKey),
  "api_key.changed.1": noEvents,
  "api_key.digest_renewed.1": noEvents,
  "api_key.updated.1": oneEvent("api_key.updated", ofApiKey),
  "api_key.rolled.1": oneEvent("api_key.rolled", ofApiKey),
  "api_key.revoked.1": oneEvent("api_key.revoked", ofApiKey),
};
