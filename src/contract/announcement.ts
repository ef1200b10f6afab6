/**
 * What the platform actor tells every edge of its committed facts: which tenants, Products and keys
 * there are. Each announcement carries the whole new value and not a difference, so that it may be
 * told again.
 */
import type { ApiKeyView, PlacedProduct } from "./principal.ts";

/** A key as the edges need it: `digest` of its text in hex, `slot` its number for rate limits. */
export type KeyCredential = ApiKeyView & { digest: string; slot: number };

export type Announcement =
  | { kind: "tenant"; tenantId: string }
  | { kind: "product"; product: PlacedProduct }
  | { kind: "api_key"; key: KeyCredential };
