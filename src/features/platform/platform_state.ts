/**
 * What the platform shard holds: tenants, Products with their placement, and API keys (as digests,
 * never as text). Each document is in the realm of its tenant, so that a look-up cannot reach a
 * document of another tenant; the indexes in the platform's own realm name the realm of each id.
 */
import { DocumentTable } from "../../contract/document_table.ts";
import { EntryTable } from "../../contract/entry_table.ts";
import { encodeDocument, type Table } from "../../contract/table.ts";

export type TenantDocument = {
  /** Number of the tenant's own realm. */
  realm: number;
  tenantId: string;
  name: string;
  country?: string;
  /** Whoever acts for the company with a session or token must have completed TOTP. */
  requireMfa?: boolean;
  /** Addresses and CIDR blocks that sessions and tokens of members are taken from. */
  allowedCidrs?: readonly string[];
  createdAtMs: number;
  /** Absent of a tenant that never changed. */
  updatedAtMs?: number;
  revision?: number;
};

export type ProductDocument = {
  realm: number;
  productId: string;
  tenantId: string;
  name: string;
  status: "active" | "disabled" | "closed";
  liveActivated: boolean;
  /** Number of the shard of each environment. Stored, so that a later version can move a Product. */
  placement: { sandbox: number; live: number };
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
};

export type ApiKeyDocument = {
  realm: number;
  apiKeyId: string;
  tenantId: string;
  productId: string;
  environment: "sandbox" | "live";
  name: string;
  /** First 16 characters of the key's text: enough to recognise the key, too few to use it. */
  prefix: string;
  /** SHA-256 of the pepper and the key's text, hexadecimal. */
  digest: string;
  scopes: string[];
  /** `rolling`: `replacedBy` takes its place, and it works until `endsAtMs`. */
  status: "active" | "rolling" | "revoked";
  origin: "browser" | "cli" | "agent";
  /** The operations that the key reaches, frozen when it was made; absent of keys of before. */
  operationIds?: readonly string[];
  allowedCidrs?: readonly string[];
  /** The login that the key ends with. */
  boundGrantId?: string;
  endsAtMs?: number;
  replacedBy?: string;
  /** The number of the key's cell for rate limits, from 0 in the order of creation. */
  slot: number;
  createdAtMs: number;
  expiresAtMs?: number;
  revokedAtMs?: number;
};

/** Codes of the tables in the platform shard's own `state` file; each shard has a file of its own. */
export const PLATFORM_TABLE = {
  tenant: 8,
  product: 9,
  apiKey: 10,
  tenantIndex: 11,
  productIndex: 12,
  apiKeyIndex: 13,
  user: 16,
  userByEmail: 17,
  signup: 18,
  login: 19,
  passwordReset: 20,
  usedProof: 21,
  session: 22,
  sessionByUser: 23,
  sessionByIdentity: 24,
  personalAccessToken: 25,
  tokenByUser: 26,
  tokenByIdentity: 27,
  member: 28,
  memberByUser: 29,
  invitation: 30,
  invitationByEmail: 31,
  auditIndex: 32,
  keyByProduct: 33,
  keyDue: 34,
  credentialUse: 35,
  mail: 36,
} as const;

/** Number of the platform's own realm: the first realm that the platform shard opens. */
export const PLATFORM_REALM = 1;

export type PlatformState = {
  tenants: DocumentTable<TenantDocument>;
  products: DocumentTable<ProductDocument>;
  apiKeys: DocumentTable<ApiKeyDocument>;
  /** Indexes in the platform's realm: for each document an `IndexRow`, in the order of creation. */
  tenantIndex: EntryTable;
  productIndex: EntryTable;
  apiKeyIndex: EntryTable;
};

/** The id of a document, and the number of the realm that the document is in. */
export type IndexRow = { id: string; realm: number };

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

/** Adds a new document to an index; part of `apply`. Keys must ascend in the order of creation. */
export function addToIndex(index: EntryTable, key: string, row: IndexRow): void {
  index.add(PLATFORM_REALM, key, encodeDocument(row));
}
