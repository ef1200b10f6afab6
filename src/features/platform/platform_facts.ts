/**
 * The platform shard's facts: each carries the whole new document. A document stands in the realm of its tenant, not in that of
 * the record: in logs of earlier versions the record is in the platform's realm.
 */
import { invariant } from "../../base/invariant.ts";
import type {
  AnnouncedSubject,
  Announcement,
  OperationSet,
  TenantPolicy,
} from "../../contract/declare/announcement.ts";
import { type EventsByKind, noEvents } from "../../contract/declare/event.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import { type RealmNames, tenantNames } from "../../contract/declare/principal.ts";
import { actorOfHead } from "../../contract/records/actor.ts";
import type { Fact, RecordHead } from "../../contract/records/record.ts";
import type { FoundRow } from "../../contract/tables/document_index.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument, encodeDocument, numberKey } from "../../contract/tables/table.ts";
import { API_KEY_HAPPENINGS } from "../api_key/api_key_told.ts";
import { declareFacts } from "../document_facts.ts";
import type { FactOf } from "../noun.ts";
import { productsTold } from "../product/product_told.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { realmOfCompany } from "./company_documents.ts";
import {
  type ApiKeyDocument,
  addToIndex,
  type BuildOfProduct,
  buildOfProductKey,
  type IndexRow,
  type OperationSetDocument,
  PLATFORM_REALM,
  type PlatformState,
  type ProductCloseDocument,
  type ProductDocument,
  type TenantDocument,
} from "./platform_state.ts";

export const ofTenants = declareFacts<TenantDocument>()({
  noun: "tenant",
  happenings: { created: {}, changed: {} },
});
export const ofProducts = declareFacts<ProductDocument>()({
  noun: "product",
  happenings: productsTold.happenings,
});
export const ofApiKeys = declareFacts<ApiKeyDocument>()({
  noun: "api_key",
  happenings: API_KEY_HAPPENINGS,
});
export type TenantChanged = FactOf<typeof ofTenants>;
export type ProductChanged = FactOf<typeof ofProducts>;
export type ApiKeyChanged = FactOf<typeof ofApiKeys>;

/** How far the closing of a Product is. */
export type ProductClosing = Fact & {
  kind: "product.closing.1";
  close: Omit<ProductCloseDocument, "realm">;
};

/** A list of operations that a new key reaches and no key before it did. */
export type OperationSetCreated = Fact & OperationSet & { kind: "operation_set.created.1" };

export const platformFacts: Record<string, Apply<PlatformState>> = {
  ...ofTenants.byKind(() => changeTenant),
  "tenant.created.1": applyTenant,
  ...ofProducts.byKind(() => applyProduct),
  "product.closing.1": applyClosing,
  "operation_set.created.1": applyOperationSet,
  ...ofApiKeys.byKind(() => applyApiKey),
};

/** In the realms of tenants events are only counted. The creation of a tenant has none. */
export const platformEvents: EventsByKind = {
  ...ofTenants.counted,
  ...ofProducts.counted,
  "product.closing.1": noEvents,
  "operation_set.created.1": noEvents,
  ...ofApiKeys.counted,
};

/** The names of the realm that a fact opens: a new tenant has its own realm, in old logs too. */
export function realmOpenedBy(fact: Fact): RealmNames | undefined {
  if (fact.kind !== "tenant.created.1") return undefined;
  return tenantNames((fact as TenantChanged).tenant.tenantId);
}

/** What is announced to the edges for a fact. */
export function announcementOf(fact: Fact): Announcement | undefined {
  const tenant = ofTenants.of(fact);
  if (tenant !== undefined) return { kind: "tenant", tenant: policyOf(tenant) };
  const product = ofProducts.of(fact);
  if (product !== undefined) return { kind: "product", product };
  const key = ofApiKeys.of(fact);
  if (key !== undefined) return { kind: "api_key", key };
  if (fact.kind !== "operation_set.created.1") return undefined;
  const { operationSet, operationIds } = fact as OperationSetCreated;
  return { kind: "operation_set", set: { operationSet, operationIds } };
}

/** Main opens the realms of every Product that there is. */
export function* productsAnnounced({ products }: PlatformState): Generator<Announcement> {
  for (const { realm: _, ...product } of products.values()) yield { kind: "product", product };
}

/** What a view of the platform shard shows of a company, a Product, a key or a list of operations. */
export function foundInPlatform(
  view: Snapshot,
  subject: AnnouncedSubject,
): Announcement | undefined {
  switch (subject.kind) {
    case "tenant": {
      const { tenantIndex, tenant } = PLATFORM_TABLE;
      const found = indexed<TenantDocument>(view, tenantIndex, tenant, subject.tenantId);
      return found && { kind: "tenant", tenant: policyOf(found) };
    }
    case "product": {
      const found = productSeen(view, subject.productId);
      if (found === undefined) return undefined;
      const { realm: _, ...product } = found;
      return { kind: "product", product };
    }
    case "operation_set": {
      const { operationSet } = subject;
      const key = String(operationSet);
      const value = view.get(PLATFORM_TABLE.operationSet, PLATFORM_REALM, key);
      if (value === undefined) return undefined;
      const { operationIds } = decodeDocument<OperationSetDocument>(value);
      return { kind: "operation_set", set: { operationSet, operationIds } };
    }
    case "api_key": {
      const { apiKeyById, apiKey: table } = PLATFORM_TABLE;
      const found = foundBy<ApiKeyDocument>(view, apiKeyById, table, subject.apiKeyId);
      if (found === undefined) return undefined;
      const { realm: _, ...key } = found;
      return { kind: "api_key", key };
    }
    default:
      return undefined;
  }
}

/** The Product as a view of the platform shard shows it. */
export function productSeen(view: Snapshot, productId: string): ProductDocument | undefined {
  const { productIndex, product } = PLATFORM_TABLE;
  return indexed<ProductDocument>(view, productIndex, product, productId);
}

/** The document that an index of ids in the platform's realm names. */
function indexed<T>(view: Snapshot, index: number, table: number, id: string): T | undefined {
  const row = view.get(index, PLATFORM_REALM, id);
  if (row === undefined) return undefined;
  const value = view.get(table, decodeDocument<IndexRow>(row).realm, id);
  return value === undefined ? undefined : decodeDocument<T>(value);
}

/** The document that a `FinderIndex` in the platform's realm names. */
export function foundBy<T>(
  view: Snapshot,
  finder: number,
  table: number,
  text: string,
): T | undefined {
  const row = view.get(finder, PLATFORM_REALM, text);
  if (row === undefined) return undefined;
  const { key, realm } = decodeDocument<FoundRow>(row);
  const value = view.get(table, realm, key);
  return value === undefined ? undefined : decodeDocument<T>(value);
}

function policyOf({
  tenantId,
  requireMfa = false,
  allowedCidrs = [],
}: Omit<TenantDocument, "realm">): TenantPolicy {
  return { tenantId, requireMfa, allowedCidrs };
}

function changeTenant(state: PlatformState, fact: Fact): void {
  const { tenant } = fact as TenantChanged;
  const realm = realmOfCompany(tenant, state);
  state.tenants.set(tenant.tenantId, { ...tenant, realm });
}

function applyTenant(
  state: PlatformState,
  fact: Fact,
  _head: RecordHead,
  opened: number | undefined,
): void {
  const { tenant } = fact as TenantChanged;
  invariant(opened !== undefined, "a new tenant has a realm of its own");
  state.tenants.set(tenant.tenantId, { ...tenant, realm: opened });
  addToIndex(state.tenantIndex, tenant.tenantId, { id: tenant.tenantId, realm: opened });
}

/** The facts with which a Product begins to run the Build that they have. */
const BEGINS_BUILD: ReadonlySet<ProductChanged["kind"]> = new Set([
  "product.created.1",
  "product.build_applied.1",
]);

function applyProduct(state: PlatformState, fact: Fact, head: RecordHead): void {
  const { kind, product } = fact as ProductChanged;
  const { productId, build } = product;
  const realm = realmOfCompany(product, state);
  state.products.set(productId, { ...product, realm });
  if (build !== undefined && BEGINS_BUILD.has(kind)) {
    const key = buildOfProductKey(productId, build.buildId) + numberKey(build.revision);
    const { revision } = build;
    const { type, id } = actorOfHead(head);
    const entry: BuildOfProduct = { revision, ...(type === "agent" && { agentMemberId: id }) };
    state.buildsOfProducts.add(realm, key, encodeDocument(entry));
  }
  if (kind !== "product.created.1") return;
  addToIndex(state.productIndex, productId, { id: productId, realm });
}

function applyClosing({ productCloses }: PlatformState, fact: Fact, { realm }: RecordHead): void {
  const { close } = fact as ProductClosing;
  productCloses.set(String(close.place), { ...close, realm });
}

function applyOperationSet({ operationSets }: PlatformState, fact: Fact): void {
  const { operationSet, operationIds } = fact as OperationSetCreated;
  operationSets.set(String(operationSet), { realm: PLATFORM_REALM, operationIds });
}

function applyApiKey(state: PlatformState, fact: Fact): void {
  const { kind, apiKey } = fact as ApiKeyChanged;
  const { apiKeyId, slot } = apiKey;
  const realm = realmOfCompany(apiKey, state);
  state.apiKeys.set(apiKeyId, { ...apiKey, realm });
  if (kind !== "api_key.created.1") return;
  addToIndex(state.apiKeyIndex, numberKey(slot), { id: apiKeyId, realm });
}
