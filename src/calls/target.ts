/**
 * The target of a call, where it acts: the shard that decides the write or whose view answers the read, and the realm
 * in that shard. The call's subject determines the target; the credential determines only
 * whether the target belongs to the caller. A Product key has one Product; a member or an agent has every
 * Product of its company.
 */
import { invariant } from "../base/invariant.ts";
import type { Caller, ProductKeyCaller } from "../contract/declare/caller.ts";
import {
  type Environment,
  type PlacedProduct,
  type Principal,
  type ProductView,
  realmKeyOf,
  tenantNames,
} from "../contract/declare/principal.ts";
import {
  PLATFORM_NAMES,
  PLATFORM_REALM_KEY,
  PLATFORM_SHARD,
} from "../contract/records/platform_realm.ts";
import type { Snapshot } from "../contract/tables/snapshot.ts";
import type { Courier } from "../placement/courier.ts";
import type { ShardView } from "../views/shard_view.ts";

/** The couriers to all shards and the views of them that a thread has, by shard number. */
export type Shards = {
  couriers: ReadonlyMap<number, Courier>;
  /** Empty until every shard has replayed. */
  views: ReadonlyMap<number, ShardView>;
};

/** The tenants and Products that exist, as the platform shard has announced them to this thread. */
export interface TenantDirectory {
  hasTenant(tenantId: string): boolean;
  productOf(productId: string): PlacedProduct | undefined;
  /** The Product of a key, whether or not the key is revoked. */
  productOfKey(apiKeyId: string): PlacedProduct | undefined;
}

/** Where a call acts. */
export type CallTarget = {
  readonly shard: number;
  readonly realmKey: string;
  /** The caller's id, and the names of the realm. */
  readonly principal: Principal;
  /** The Product of the realm, or in the realm of a tenant that of the key that asks; undefined otherwise. */
  readonly product: ProductView | undefined;
};

/** The view of the shard that a call acts on; throws before every shard has replayed. */
export function viewAt({ views }: Shards, { shard }: Pick<CallTarget, "shard">): ShardView {
  const view = views.get(shard);
  invariant(view !== undefined, "a shard that is read has a view");
  return view;
}

/** Any shard as its view shows it now; undefined before it has replayed. */
export function shardIn({ views }: Pick<Shards, "views">, shard: number): Snapshot | undefined {
  return views.get(shard)?.refreshed();
}

/** The target of everything that a Product key asks of its own Product, in its own environment. */
export function targetOfKey(caller: ProductKeyCaller): CallTarget {
  const { principal, realmKey, product, shard } = caller;
  return { shard, realmKey, principal, product };
}

/** The target of what a Product key asks of its company: with the Product of the key, which may be suspended. */
export function targetInTenantOfKey({ principal, product }: ProductKeyCaller): CallTarget {
  return { ...targetInTenant(principal.principalId, principal.tenantId), product };
}

/** The one Product of a caller; undefined where the caller has several or none. */
export function ownProductOf(caller: Caller): ProductView | undefined {
  return caller.kind === "product_key" ? caller.product : undefined;
}

/** The target in a Product: the ledger shard on which the realm of the environment is placed. */
export function targetInProduct(
  principalId: string,
  { placement, ...product }: PlacedProduct,
  environment: Environment,
): CallTarget {
  const { tenantId, productId } = product;
  const principal = { principalId, tenantId, productId, environment };
  return { shard: placement[environment], realmKey: realmKeyOf(principal), principal, product };
}

/** The target in the realm of a company, on the platform shard. */
export function targetInTenant(principalId: string, tenantId: string): CallTarget {
  const principal = { principalId, ...tenantNames(tenantId) };
  return { shard: PLATFORM_SHARD, realmKey: realmKeyOf(principal), principal, product: undefined };
}

/** The target in the platform's own realm, on the platform shard. */
export function targetOnPlatform(principalId: string): CallTarget {
  const principal = { principalId, ...PLATFORM_NAMES };
  return { shard: PLATFORM_SHARD, realmKey: PLATFORM_REALM_KEY, principal, product: undefined };
}

/**
 * The Product that a call is about: the one that it acts in, or else the one that the input of a call on the company
 * names, where that is a Product of the company.
 */
export function productAbout(
  directory: { productOf(productId: string): ProductView | undefined },
  tenantId: string,
  product: ProductView | undefined,
  { productId }: Readonly<Record<string, unknown>>,
): ProductView | undefined {
  const named =
    product ?? (typeof productId === "string" ? directory.productOf(productId) : undefined);
  return named?.tenantId === tenantId ? named : undefined;
}

/** The company that a caller belongs to; undefined for the public and for the operator. */
export function tenantOf(caller: Caller): string | undefined {
  switch (caller.kind) {
    case "public":
    case "operator":
      return undefined;
    case "product_key":
      return caller.principal.tenantId;
    case "session":
    case "token":
    case "agent":
      return caller.tenantId;
  }
}
