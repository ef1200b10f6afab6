/**
 * What the platform actor holds: tenants, Products and where they are placed, API keys (as digests,
 * never as text). Operators change it through the control socket; later features will let people do so.
 */
import { DocumentTable, type Table } from "../../contract/table.ts";

export type TenantDocument = {
  scope: number;
  tenantId: string;
  name: string;
  createdAtMs: number;
};

export type ProductDocument = {
  scope: number;
  productId: string;
  tenantId: string;
  name: string;
  status: "active" | "disabled" | "closed";
  liveActivated: boolean;
  /** Number of the shard that holds each environment; data, so that it can change. */
  placement: { sandbox: number; live: number };
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
};

export type ApiKeyDocument = {
  scope: number;
  apiKeyId: string;
  tenantId: string;
  productId: string;
  environment: "sandbox" | "live";
  name: string;
  /** First 16 characters of the key's text: enough to recognise it, too few to use it. */
  prefix: string;
  /** SHA-256 of pepper and text, hex. */
  digest: string;
  scopes: string[];
  status: "active" | "revoked";
  origin: "browser" | "cli" | "agent";
  /** Its number for rate limits, from 0. */
  slot: number;
  createdAtMs: number;
  expiresAtMs?: number;
  revokedAtMs?: number;
};

/** Codes of this actor's own `state` environment: a different file than the shards'. */
const PLATFORM_TABLE = { tenant: 8, product: 9, apiKey: 10 } as const;

export type PlatformState = {
  tenants: DocumentTable<TenantDocument>;
  products: DocumentTable<ProductDocument>;
  apiKeys: DocumentTable<ApiKeyDocument>;
};

export function createPlatformState(): PlatformState {
  return {
    tenants: new DocumentTable("tenant", PLATFORM_TABLE.tenant),
    products: new DocumentTable("product", PLATFORM_TABLE.product),
    apiKeys: new DocumentTable("api_key", PLATFORM_TABLE.apiKey),
  };
}

export function platformTables(state: PlatformState): Table[] {
  return [state.tenants, state.products, state.apiKeys];
}
