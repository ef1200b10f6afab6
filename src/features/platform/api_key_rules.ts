/** Look-ups and refusals of keys of a company, for operations of its members. */
import { isoTime } from "../../base/iso_time.ts";
import type { ApiKeyView } from "../../contract/declare/principal.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import { isOverStatus, statusOfKey } from "./api_key_times.ts";
import type { ApiKeyDocument, PlatformState, ProductDocument } from "./platform_state.ts";
import { productNotFound } from "./product_making.ts";

/** The key of the Product in the realm of its company, or why there is none. */
export function keyOfProduct(
  { products, apiKeys }: PlatformState,
  { productId, apiKeyId }: { productId: string; apiKeyId: string },
  realm: number,
): { product: ProductDocument; apiKey: ApiKeyDocument } | Refusal<"resource_not_found"> {
  const product = products.get(realm, productId);
  if (product === undefined) return productNotFound(productId);
  const apiKey = apiKeys.get(realm, apiKeyId);
  return apiKey?.productId === productId ? { product, apiKey } : apiKeyNotFound(apiKeyId);
}

/** The refusal of a key that the Product does not have, whether or not another Product or company has it. */
export function apiKeyNotFound(apiKeyId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuch("key", apiKeyId, "of this Product"), {
    resourceType: "api_key",
  });
}

/** `key_revoked` where the key is revoked or expired. */
export function refuseOver(key: ApiKeyView, nowMs: number): Refusal<"key_revoked"> | undefined {
  const status = statusOfKey(key, nowMs);
  if (!isOverStatus(status)) return undefined;
  const atMs = status === "expired" ? key.expiresAtMs : (key.revokedAtMs ?? key.endsAtMs);
  const revokedAt = isoTime(atMs ?? nowMs);
  return refuse("key_revoked", `the key is ${status} since ${revokedAt}`, { revokedAt });
}
