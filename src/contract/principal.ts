/** Who there is: tenants' Products and their keys as decisions and reads see them, and where they act. */

export type Environment = "sandbox" | "live";

/**
 * Credential kinds, as `x-principal` names them. `operator` operations are called through the socket
 * in the data directory alone, and `system` operations never.
 */
export type PrincipalKind =
  | "public"
  | "product_key"
  | "founder"
  | "agent"
  | "session"
  | "operator"
  | "system";

/**
 * Who asks, and where: tenant and Product bound every lookup. `productId` is "" where the operation
 * acts on a tenant, and `tenantId` too where it acts on the platform.
 */
export type Principal = ScopeNames & { principalId: string };

/** The Product as reads show it. */
export type ProductView = {
  productId: string;
  tenantId: string;
  name: string;
  status: "active" | "disabled" | "closed";
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
  liveActivated: boolean;
};

/** An API key as reads show it: never the secret. */
export type ApiKeyView = {
  apiKeyId: string;
  tenantId: string;
  productId: string;
  environment: Environment;
  name: string;
  prefix: string;
  scopes: readonly string[];
  status: "active" | "revoked";
  origin: "browser" | "cli" | "agent";
  createdAtMs: number;
  expiresAtMs?: number;
  revokedAtMs?: number;
};

/** A Product and the shard that holds each of its environments. */
export type PlacedProduct = ProductView & { placement: { sandbox: number; live: number } };

/**
 * The names behind a scope number. A Product's environment has all three; the scope of a tenant has
 * "" for `productId`, and that of the platform has "" for `tenantId` too, and both are `live`.
 */
export type ScopeNames = { tenantId: string; productId: string; environment: Environment };

/** The scope of what belongs to a company and to none of its Products alone. */
export function tenantNames(tenantId: string): ScopeNames {
  return { tenantId, productId: "", environment: "live" };
}

/** The text that names a scope wherever it is placed. */
export function scopeKeyOf({ tenantId, productId, environment }: ScopeNames): string {
  if (productId !== "") return `${environment}:${productId}`;
  return tenantId === "" ? "platform" : `tenant:${tenantId}`;
}
