/**
 * Tenants' Products and their keys as decisions and reads see them, and the realms in which they
 * act.
 */
import type { ProductActivation } from "./activation.ts";

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
 * The credential that asks, and the realm it acts in: tenant and Product limit every look-up.
 * `productId` is "" where the operation acts on a tenant; `tenantId` is "" too where it acts on the
 * platform.
 */
export type Principal = RealmNames & { principalId: string };

/** A Product as reads show it. */
export type ProductView = {
  productId: string;
  tenantId: string;
  name: string;
  status: "active" | "disabled" | "closed";
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
  /** Whether live is open: exactly while the activation is `active`. */
  liveActivated: boolean;
  /** Absent of a Product that nobody has asked live for, and of one that was made before Products had it. */
  activation?: ProductActivation;
  /** Absent of a Product that runs no program. */
  build?: ProductBuildView;
  /** What was agreed with sales, by fee or meter: minor units, or `custom`. Absent where nothing ever was. */
  agreedRates?: Readonly<Record<string, string>>;
};

/** The Build that a Product runs. */
export type ProductBuildView = {
  buildId: string;
  digest: string;
  capabilities: readonly string[];
  /** The number of the list of operations that keys of the Product reach at the most. */
  operationSet: number;
  /** The Product's first Build is 1, each that is applied after it one more. */
  revision: number;
  /** The prices of the Build. Absent of a Build that was applied before Products kept them: those of the list hold. */
  pricing?: ProductPricesView;
};

/** Prices as they are stored: minor units, `0`, or `custom`. */
export type ProductPricesView = {
  fees: { code: string; amount: string }[];
  usageRates: { meter: string; rate: string }[];
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
  /**
   * `rolling`: another key takes its place; it works until `endsAtMs`. What time alone changes may be
   * written here later: `expiresAtMs` and `endsAtMs` are what counts.
   */
  status: "active" | "rolling" | "revoked" | "expired";
  origin: "browser" | "cli" | "agent";
  /**
   * The operations that the key reaches, fixed when it was made; absent of a key that was made before they were kept.
   */
  operationIds?: readonly string[];
  /** Addresses and CIDR blocks that the key is taken from; absent: from everywhere. */
  allowedCidrs?: readonly string[];
  /** True: agents without a person may send the key to `/v1/mcp`, in the sandbox; absent of every other key. */
  mcp?: boolean;
  /** The login that the key ends with; absent of keys that end by themselves. */
  boundGrantId?: string;
  /** The person who made the key, or let in the agent that did; absent where that is not known. */
  createdByUserId?: string;
  createdAtMs: number;
  expiresAtMs?: number;
  /** When the key ends because another key has taken its place. */
  endsAtMs?: number;
  /** The key that has taken its place. */
  replacedBy?: string;
  revokedAtMs?: number;
  /** How often the key was changed, from 1; absent of a key that never was. */
  revision?: number;
};

/** A Product and the shard that holds each of its environments. */
export type PlacedProduct = ProductView & { placement: { sandbox: number; live: number } };

/**
 * The names of a realm. The realm of a Product's environment has all three. The realm of a tenant
 * has "" as `productId`, the realm of the platform has "" as `tenantId` too, and both are `live`.
 */
export type RealmNames = { tenantId: string; productId: string; environment: Environment };

/** The names of a tenant's realm: it holds what belongs to the company and to no single Product. */
export function tenantNames(tenantId: string): RealmNames {
  return { tenantId, productId: "", environment: "live" };
}

/** The key of a realm: the text that names the realm on every shard. */
export function realmKeyOf({ tenantId, productId, environment }: RealmNames): string {
  if (productId !== "") return `${environment}:${productId}`;
  return tenantId === "" ? "platform" : `tenant:${tenantId}`;
}
