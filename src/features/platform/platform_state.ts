/**
 * What the platform actor holds: tenants, Products and where they are placed, API keys (as digests,
 * never as text). Each document stands in the scope of its tenant, so that no look-up reaches another
 * tenant's; the indexes in the platform's own scope say in which scope an id is to be looked for.
 */
import { DocumentTable } from "../../contract/document_table.ts";
import { EntryTable } from "../../contract/entry_table.ts";
import { encodeDocument, type Table } from "../../contract/table.ts";

export type TenantDocument = {
  /** Number of the tenant's own scope. */
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
export const PLATFORM_TABLE = {
  tenant: 8,
  product: 9,
  apiKey: 10,
  tenantIndex: 11,
  productIndex: 12,
  apiKeyIndex: 13,
} as const;

/** Number of the platform's own scope: the first that its actor opens. */
export const PLATFORM_SCOPE = 1;

export type PlatformState = {
  tenants: DocumentTable<TenantDocument>;
  products: DocumentTable<ProductDocument>;
  apiKeys: DocumentTable<ApiKeyDocument>;
  /** In the platform's scope: the id of each, in the order of making, and whose scope it stands in. */
  tenantIndex: EntryTable;
  productIndex: EntryTable;
  apiKeyIndex: EntryTable;
};

/** One row of an index: what is there, and the number of the scope that holds its document. */
export type IndexRow = { id: string; scope: number };

export function createPlatformState(): PlatformState {
  return {
    tenants: new DocumentTable({ name: "tenant", code: PLATFORM_TABLE.tenant }),
    products: new DocumentTable({ name: "product", code: PLATFORM_TABLE.product }),
    apiKeys: new DocumentTable({ name: "api_key", code: PLATFORM_TABLE.apiKey }),
    tenantIndex: new EntryTable("tenant_index", PLATFORM_TABLE.tenantIndex),
    productIndex: new EntryTable("product_index", PLATFORM_TABLE.productIndex),
    apiKeyIndex: new EntryTable("api_key_index", PLATFORM_TABLE.apiKeyIndex),
  };
}

export function platformTables(state: PlatformState): Table[] {
  return [
    state.tenants,
    state.products,
    state.apiKeys,
    state.tenantIndex,
    state.productIndex,
    state.apiKeyIndex,
  ];
}

/** Part of `apply`, for what is new. `key` is in the order of making. */
export function addToIndex(index: EntryTable, key: string, row: IndexRow): void {
  index.add(PLATFORM_SCOPE, key, encodeDocument(row));
}
