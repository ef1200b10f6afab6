/**
 * Tenants' Products and their keys as decisions and reads see them, and the scopes in which they
 * act.
 */

export type Environment = "sandbox" | "live";

/**
 * Kinds of credentials, as `x-principal` names them. `operator` operations are called only through
 * the socket in the data directory; `system` operations are never called from outside.
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
 * The credential that asks, and the scope it acts in: tenant and Product limit every look-up.
 * `productId` is "" where the operation acts on a tenant; `tenantId` is "" too where it acts on the
 * platform.
 */
export type Principal = ScopeNames & { principalId: string };

/** A Product as reads show it. */
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

/** An API key as reads show it, without the secret. */
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
 * The names of a scope. The scope of a Product's environment has all three. The scope of a tenant
 * has "" as `productId`, the scope of the platform has "" as `tenantId` too, and both are `live`.
 */
export type ScopeNames = { tenantId: string; productId: string; environment: Environment };

/** The names of a tenant's scope: it holds what belongs to the company and to no single Product. */
export function tenantNames(tenantId: string): ScopeNames {
  return { tenantId, productId: "", environment: "live" };
}

/** The key of a scope: the text that names the scope on every shard. */
export function scopeKeyOf({ tenantId, productId, environment }: ScopeNames): string {
  if (productId !== "") return `${environment}:${productId}`;
  return tenantId === "" ? "platform" : `tenant:${tenantId}`;
}
