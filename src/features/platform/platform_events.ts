/**
 * The events of Products and API keys, in the realms of tenants, where they are only counted. The
 * creation of a tenant has no event.
 */
import { type EventsByKind, eventTypesOf, noEvents, oneEvent } from "../../contract/event.ts";
import { ApiKey } from "../api_key/api_key_schema.ts";
import { Product } from "../product/product_schema.ts";
import type { ApiKeyChanged, ProductChanged } from "./platform_facts.ts";

export const platformEventTypes = [
  ...eventTypesOf("product", Product, {
    created: "A Product was created.",
    updated: "A Product changed: its name, its status, or whether it may use live.",
  }),
  ...eventTypesOf("api_key", ApiKey, {
    created: "An API key was made.",
    revoked: "An API key was revoked, for ever.",
  }),
];

const ofProduct = { resourceIdOf: ({ product }: ProductChanged) => product.productId };
const ofApiKey = { resourceIdOf: ({ apiKey }: ApiKeyChanged) => apiKey.apiKeyId };

export const platformEvents: EventsByKind = {
  "tenant.created.1": noEvents,
  "product.created.1": oneEvent("product.created", ofProduct),
  "product.changed.1": oneEvent("product.updated", ofProduct),
  "api_key.created.1": oneEvent("api_key.created", ofApiKey),
  "api_key.revoked.1": oneEvent("api_key.revoked", ofApiKey),
};
