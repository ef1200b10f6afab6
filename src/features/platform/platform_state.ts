/**
 * What the platform shard holds: tenants, Products with their placement, and API keys (as digests,
 * never as text). Each document is in the realm of its tenant, so that a look-up cannot reach a
 * document of another tenant; the indexes in the platform's own realm name the realm of each id.
 */
import { type Place, suffixOf } from "../../base/id.ts";
import type { ProductActivation } from "../../contract/declare/activation.ts";
import type { Environment, ProductBuildView } from "../../contract/declare/principal.ts";
import { EntryIndex, FinderIndex } from "../../contract/tables/document_index.ts";
import { DocumentTable } from "../../contract/tables/document_table.ts";
import { EntryTable } from "../../contract/tables/entry_table.ts";
import { KeyGroups } from "../../contract/tables/key_groups.ts";
import {
  foundOfGroup,
  GroupCounts,
  realmFoundBy,
  StoredDeadlines,
  StoredGroups,
} from "../../contract/tables/stored_index.ts";
import { encodeDocument, numberKey, type Table } from "../../contract/tables/table.ts";
import type { ZoneTable } from "../../rails/zone_offsets.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { isOverStatus, nextOfKeyAtMs } from "./api_key_times.ts";

export type TenantDocument = {
  /** Number of the tenant's own realm. */
  realm: number;
  tenantId: string;
  name: string;
  country?: string;
  /** By which days and months of the Products' books go; absent where they are those of UTC. */
  timeZone?: ZoneTable;
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
  /** Absent of a Product that nobody has asked live for, and of every Product of before. */
  activation?: ProductActivation;
  /** Number of the shard of each environment. Stored, so that a later version can move a Product. */
  placement: { sandbox: number; live: number };
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
  /** Absent of a Product that runs no program, and of every Product of before. */
  build?: ProductBuildView;
  /** What was agreed with sales, by fee or meter; absent where nothing ever was. */
  agreedRates?: Readonly<Record<string, string>>;
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
  /** SHA-256 of a pepper and the key's text, hexadecimal. */
  digest: string;
  /** When the digest took the place of one under an earlier pepper; absent where none did. */
  digestAtMs?: number;
  scopes: string[];
  /** `rolling`: `replacedBy` takes its place, and it works until `endsAtMs`. */
  status: "active" | "rolling" | "revoked" | "expired";
  origin: "browser" | "cli" | "agent";
  /**
   * The number of the list of operations that the key reaches, frozen when it was made; absent of keys
   * of before, which reach what their scopes open.
   */
  operationSet?: number;
  allowedCidrs?: readonly string[];
  /** True: agents without a person may use it; absent of every other key. */
  mcp?: boolean;
  /** The login that the key ends with. */
  boundGrantId?: string;
  /** The person who made it, or let in the agent that did; absent of the operator's keys, and of keys of before. */
  createdByUserId?: string;
  endsAtMs?: number;
  replacedBy?: string;
  /** The number of the key's cell for rate limits, from 0 in the order of creation. */
  slot: number;
  createdAtMs: number;
  expiresAtMs?: number;
  revokedAtMs?: number;
  /** When it was told that the key ends soon, milliseconds UTC. */
  expiringAtMs?: number;
  /** Absent of a key that was never changed. */
  revision?: number;
};

/** A closing that a member asked for, from its beginning to its end. */
export type ProductCloseDocument = {
  realm: number;
  /** The place of the record that began it. */
  place: Place;
  productId: string;
  /** `asking`: the realms are asked. `ending`: they are told how it ends. */
  phase: "asking" | "ending";
  /** How many realms have not answered in this phase. */
  waiting: number;
  /** The environments that take nothing from callers because of it. */
  shut: readonly Environment[];
  /** Why it is refused: the first reason of an environment, in the order of the answers. */
  refusal?: CloseRefusal;
  /** When the realms had all answered, milliseconds UTC. */
  endedAtMs?: number;
};
export type CloseRefusal = {
  code: "account_close_balance_nonzero" | "noun_account_not_drained" | "state_conflict";
  message: string;
  details: Record<string, string | null>;
};

/** A list of operations that keys reach, by its number: the keys with one list share it. */
export type OperationSetDocument = { realm: number; operationIds: readonly string[] };

/** Number of the platform's own realm: the first realm that the platform shard opens. */
export const PLATFORM_REALM = 1;

export type PlatformState = {
  tenants: DocumentTable<TenantDocument>;
  products: DocumentTable<ProductDocument>;
  apiKeys: DocumentTable<ApiKeyDocument>;
  /** When time changes the next thing about a key. */
  apiKeyDeadlines: StoredDeadlines<ApiKeyDocument>;
  /** How many keys are neither revoked nor expired, by `keyGroupOf`. */
  apiKeysInForce: GroupCounts<ApiKeyDocument>;
  /** Such keys, by the login that they end with. */
  apiKeysOfLogins: StoredGroups<ApiKeyDocument>;
  /** Such keys, by `makerText` of the company and the person who made them. */
  apiKeysOfMakers: StoredGroups<ApiKeyDocument>;
  /** The Products of each tenant's realm that are not closed. */
  productsOpen: KeyGroups<ProductDocument, number>;
  /** By the place of the record that began it, in the realms of companies. */
  productCloses: DocumentTable<ProductCloseDocument>;
  /** The closings of each Product that are under way. */
  closesUnderWay: KeyGroups<ProductCloseDocument, string>;
  /** In the platform's realm, by number. */
  operationSets: DocumentTable<OperationSetDocument>;
  /** The numbers of the lists of operations, by their ids with spaces between. */
  operationSetNumbers: KeyGroups<OperationSetDocument, string>;
  /** Indexes in the platform's realm: for each document an `IndexRow`, in the order of creation. */
  tenantIndex: EntryTable;
  productIndex: EntryTable;
  apiKeyIndex: EntryTable;
  /** The Builds that each Product has run, in the realms of companies; keys begin with `buildOfProductKey`. */
  buildsOfProducts: EntryTable;
};

/** The id of a document, and the number of the realm that the document is in. */
export type IndexRow = { id: string; realm: number };

/** The text of a person in a company, by whom keys were made; undefined where one of the two is no id. */
export function makerText({
  tenantId,
  createdByUserId = "",
}: Pick<ApiKeyDocument, "tenantId" | "createdByUserId">): string | undefined {
  const [tenant, user] = [suffixOf("ten", tenantId), suffixOf("usr", createdByUserId)];
  return tenant === undefined || user === undefined ? undefined : tenant + user;
}

/** What the limit on keys counts: those of one Product in one environment. */
export function keyGroupOf(productId: string, environment: Environment): string {
  return `${environment}:${productId}`;
}

/** The text that a row of `keyByProduct` begins with; then comes the key's slot, then its id. */
export function keysOfProduct(productId: string): string {
  return suffixOf("prod", productId) ?? "";
}

/** What the entries of a Product and a Build begin with; then comes the number that the Build was of the Product. */
export function buildOfProductKey(productId: string, buildId: string): string {
  return keysOfProduct(productId) + (suffixOf("bld", buildId) ?? "");
}

/**
 * The value of such an entry. `agentMemberId`: the agent whose request it was that the Product began to run the
 * Build; absent where somebody else's was.
 */
export type BuildOfProduct = { revision: number; agentMemberId?: string };

export function createPlatformState(): PlatformState {
  const apiKeyDeadlines = new StoredDeadlines<ApiKeyDocument>(
    { name: "api_key_due", code: PLATFORM_TABLE.apiKeyDue },
    nextOfKeyAtMs,
  );
  const isOver = ({ status }: ApiKeyDocument) => isOverStatus(status);
  const apiKeysInForce = new GroupCounts<ApiKeyDocument>(
    { name: "api_key_count", code: PLATFORM_TABLE.apiKeyCount },
    (key) => (isOver(key) ? undefined : keyGroupOf(key.productId, key.environment)),
  );
  const ofLogin = { table: PLATFORM_TABLE.apiKeyOfLogin, inRealm: PLATFORM_REALM };
  const loginText = (sessionId: string) => suffixOf("ses", sessionId);
  const apiKeysOfLogins = new StoredGroups<ApiKeyDocument>(
    (key) => (isOver(key) ? undefined : key.boundGrantId),
    foundOfGroup(ofLogin, loginText),
  );
  const apiKeysByLogin = new FinderIndex<ApiKeyDocument>(
    { name: "api_key_of_login", code: ofLogin.table, inRealm: PLATFORM_REALM },
    (key) => {
      const { apiKeyId, boundGrantId = "" } = key;
      const text = isOver(key) ? undefined : loginText(boundGrantId);
      return text === undefined ? [] : [text + apiKeyId];
    },
  );
  const ofMaker = { table: PLATFORM_TABLE.apiKeyOfMaker, inRealm: PLATFORM_REALM };
  const makerOf = (key: ApiKeyDocument) => (isOver(key) ? undefined : makerText(key));
  const apiKeysOfMakers = new StoredGroups<ApiKeyDocument>(makerOf, foundOfGroup(ofMaker));
  const apiKeysByMaker = new FinderIndex<ApiKeyDocument>(
    { name: "api_key_of_maker", code: ofMaker.table, inRealm: PLATFORM_REALM },
    (key) => {
      const text = makerOf(key);
      return text === undefined ? [] : [text + key.apiKeyId];
    },
  );
  const keyById = { table: PLATFORM_TABLE.apiKeyById, inRealm: PLATFORM_REALM };
  const apiKeysById = new FinderIndex<ApiKeyDocument>(
    { name: "api_key_by_id", code: PLATFORM_TABLE.apiKeyById, inRealm: PLATFORM_REALM },
    ({ apiKeyId }) => [apiKeyId],
  );
  const apiKeysByProduct = new EntryIndex<ApiKeyDocument>(
    { name: "api_key_by_product", code: PLATFORM_TABLE.apiKeyByProduct },
    ({ productId, slot }) => [keysOfProduct(productId) + numberKey(slot)],
  );
  const productsOpen = new KeyGroups<ProductDocument, number>(({ realm, status }) =>
    status === "closed" ? undefined : realm,
  );
  const closesUnderWay = new KeyGroups<ProductCloseDocument, string>(({ productId, endedAtMs }) =>
    endedAtMs === undefined ? productId : undefined,
  );
  const operationSetNumbers = new KeyGroups<OperationSetDocument, string>(({ operationIds }) =>
    operationIds.join(" "),
  );
  return {
    tenants: new DocumentTable({ name: "tenant", code: PLATFORM_TABLE.tenant }),
    products: new DocumentTable({
      name: "product",
      code: PLATFORM_TABLE.product,
      indexes: [productsOpen],
    }),
    apiKeys: new DocumentTable({
      name: "api_key",
      code: PLATFORM_TABLE.apiKey,
      indexes: [
        ...[apiKeysByProduct, apiKeysById, apiKeysByLogin, apiKeysByMaker],
        ...[apiKeyDeadlines, apiKeysInForce, apiKeysOfLogins, apiKeysOfMakers],
      ],
      stored: { realmOf: (apiKeyId, state) => realmFoundBy(keyById, apiKeyId, state) },
    }),
    productCloses: new DocumentTable({
      name: "product_close",
      code: PLATFORM_TABLE.productClose,
      indexes: [closesUnderWay],
    }),
    closesUnderWay,
    operationSets: new DocumentTable({
      name: "operation_set",
      code: PLATFORM_TABLE.operationSet,
      indexes: [operationSetNumbers],
    }),
    apiKeyDeadlines,
    apiKeysInForce,
    apiKeysOfLogins,
    apiKeysOfMakers,
    productsOpen,
    operationSetNumbers,
    tenantIndex: new EntryTable("tenant_index", PLATFORM_TABLE.tenantIndex),
    productIndex: new EntryTable("product_index", PLATFORM_TABLE.productIndex),
    apiKeyIndex: new EntryTable("api_key_index", PLATFORM_TABLE.apiKeyIndex),
    buildsOfProducts: new EntryTable("build_of_product", PLATFORM_TABLE.buildOfProduct, 2),
  };
}

export function platformTables(state: PlatformState): Table[] {
  return [
    state.tenants,
    state.products,
    state.apiKeys,
    state.productCloses,
    state.operationSets,
    state.tenantIndex,
    state.productIndex,
    state.apiKeyIndex,
    state.buildsOfProducts,
  ];
}

/** Adds a new document to an index; part of `apply`. Keys must ascend in the order of creation. */
export function addToIndex(index: EntryTable, key: string, row: IndexRow): void {
  index.add(PLATFORM_REALM, key, encodeDocument(row));
}
