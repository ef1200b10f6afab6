/** Who there is: tenants' Products and their keys as decisions and reads see them, and where they act. */

export type Environment = "sandbox" | "live";

/** Credential kinds, as `x-principal` names them. `system` operations are never callable. */
export type PrincipalKind = "public" | "product_key" | "founder" | "agent" | "session" | "system";

/** Who asks: one Product key in one environment. Tenant and Product bound every lookup. */
export type Principal = {
  principalId: string;
  tenantId: string;
  productId: string;
  environment: Environment;
};

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

/** The names behind a scope number. */
export type ScopeNames = { tenantId: string; productId: string; environment: Environment };
