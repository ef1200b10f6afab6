/** The events of Products and API keys. The creation of a tenant has no event. */
import { type EventsByKind, noEvents, oneEvent } from "../../contract/event.ts";
import type { ApiKeyChanged, ProductChanged } from "./platform_facts.ts";

const productIdOf = ({ product }: ProductChanged) => product.productId;
const apiKeyIdOf = ({ apiKey }: ApiKeyChanged) => apiKey.apiKeyId;

export const platformEvents: EventsByKind = {
  "tenant.created.1": noEvents,
  "product.created.1": oneEvent("product.created", productIdOf),
  "product.changed.1": oneEvent("product.updated", productIdOf),
  "api_key.created.1": oneEvent("api_key.created", apiKeyIdOf),
  "api_key.revoked.1": oneEvent("api_key.revoked", apiKeyIdOf),
};
