/** The platform shard's facts: each carries the whole new document. */
import { invariant } from "../../base/invariant.ts";
import type {
  AnnouncedSubject,
  Announcement,
  OperationSet,
  TenantPolicy,
} from "../../contract/declare/announcement.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import { type RealmNames, tenantNames } from "../../contract/declare/principal.ts";
import { actorOfHead } from "../../contract/records/actor.ts";
import type { Fact, RecordHead } from "../../contract/records/record.ts";
import type { FoundRow } from "../../contract/tables/document_index.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument, encodeDocument, numberKey } from "../../contract/tables/table.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
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

export type TenantChanged = Fact & {
  kind: "tenant.created.1" | "tenant.changed.1";
  tenant: Omit<TenantDocument, "realm">;
};
export type ProductChanged = Fact & {
  kind:
    | "product.created.1"
    | "product.changed.1"
    | "product.build_applied.1"
    | "product.disabled.1"
    | "product.enabled.1"
    | "product.activation_requested.1"
    | "product.activation_cancelled.1"
    | "product.activated.1"
    | "product.activation_rejected.1"
    | "product.closed.1";
  product: Omit<ProductDocument, "realm">;
};
/** `api_key.changed.1`: what time has done to a key. `api_key.digest_renewed.1`: a pepper, by a use of the key. */
export type ApiKeyChanged = Fact & {
  kind:
    | "api_key.created.1"
    | "api_key.changed.1"
    | "api_key.digest_renewed.1"
    | "api_key.updated.1"
    | "api_key.rolled.1"
    | "api_key.revoked.1";
  apiKey: Omit<ApiKeyDocument, "realm">;
};

/** How far the closing of a Product is. */
export type ProductClosing = Fact & {
  kind: "product.closing.1";
  close: Omit<ProductCloseDocument, "realm">;
};

/** A list of operations that a new key reaches and no key before it did. */
export type OperationSetCreated = Fact & OperationSet & { kind: "operation_set.created.1" };

export const platformFacts: Record<string, Apply<PlatformState>> = {
  "tenant.created.1": applyTenant,
  "tenant.changed.1": changeTenant,
  "product.created.1": applyProduct,
  "product.changed.1": applyProduct,
  "product.build_applied.1": applyProduct,
  "product.disabled.1": applyProduct,
  "product.enabled.1": applyProduct,
  "product.activation_requested.1": applyProduct,
  "product.activation_cancelled.1": applyProduct,
  "product.activated.1": applyProduct,
  "product.activation_rejected.1": applyProduct,
  "product.closed.1": applyProduct,
  "product.closing.1": applyClosing,
  "operation_set.created.1": applyOperationSet,
  "api_key.created.1": applyApiKey,
  "api_key.changed.1": applyApiKey,
  "api_key.digest_renewed.1": applyApiKey,
  "api_key.updated.1": applyApiKey,
  "api_key.rolled.1": applyApiKey,
  "api_key.revoked.1": applyApiKey,
};

/** The names of the realm that a fact opens: a new tenant has its own realm, in old logs too. */
export function realmOpenedBy(fact: Fact): RealmNames | undefined {
  if (fact.kind !== "tenant.created.1") return undefined;
  return tenantNames((fact as TenantChanged).tenant.tenantId);
}

/** What is announced to the edges for a fact. */
export function announcementOf(fact: Fact): Announcement | undefined {
  switch (fact.kind) {
    case "tenant.created.1":
    case "tenant.changed.1":
      return { kind: "tenant", tenant: policyOf((fact as TenantChanged).tenant) };
    case "product.created.1":
    case "product.changed.1":
    case "product.build_applied.1":
    case "product.disabled.1":
    case "product.enabled.1":
    case "product.activation_requested.1":
    case "product.activation_cancelled.1":
    case "product.activated.1":
    case "product.activation_rejected.1":
    case "product.closed.1":
      return { kind: "product", product: (fact as ProductChanged).product };
    case "operation_set.created.1": {
      const { operationSet, operationIds } = fact as OperationSetCreated;
      return { kind: "operation_set", set: { operationSet, operationIds } };
    }
    case "api_key.created.1":
    case "api_key.changed.1":
    case "api_key.digest_renewed.1":
    case "api_key.updated.1":
    case "api_key.rolled.1":
    case "api_key.revoked.1":
      return { kind: "api_key", key: (fact as ApiKeyChanged).apiKey };
    default:
      return undefined;
  }
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
      const { productIndex, product: table } = PLATFORM_TABLE;
      const found = indexed<ProductDocument>(view, productIndex, table, subject.productId);
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
  const realm = realmOfTenant(state, tenant.tenantId);
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
  const { productId, tenantId, build } = product;
  const realm = realmOfTenant(state, tenantId);
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
  const { apiKeyId, tenantId, slot } = apiKey;
  const realm = realmOfTenant(state, tenantId);
  state.apiKeys.set(apiKeyId, { ...apiKey, realm });
  if (kind !== "api_key.created.1") return;
  addToIndex(state.apiKeyIndex, numberKey(slot), { id: apiKeyId, realm });
}

/**
 * The realm of a document is the realm of its tenant, not that of the record: in logs of earlier versions
 * the record is in the platform's realm.
 */
function realmOfTenant(state: PlatformState, tenantId: string): number {
  const tenant = state.tenants.find(tenantId);
  invariant(tenant !== undefined, "a Product and a key belong to a tenant that is there");
  return tenant.realm;
}
