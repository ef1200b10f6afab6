/**
 * What the platform shard tells every edge about its committed facts: which tenants, Products and
 * keys exist. Each announcement carries the whole new value and not a difference, so it may be sent
 * more than once.
 */
import type { ApiKeyView, PlacedProduct } from "./principal.ts";

/**
 * A key as the edges need it. `digest`: the digest of the key's text in hex. `slot`: the number of
 * the key's budget in the rate limits.
 */
export type KeyCredential = ApiKeyView & { digest: string; slot: number };

export type Announcement =
  | { kind: "tenant"; tenantId: string }
  | { kind: "product"; product: PlacedProduct }
  | { kind: "api_key"; key: KeyCredential };
