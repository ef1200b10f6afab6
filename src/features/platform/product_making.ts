/** How a Product is made, found and refused, whoever asks: the operator or a member of its company. */
import {
  type ActivationStatus,
  activationStatusOf,
  type ProductActivation,
} from "../../contract/declare/activation.ts";
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Environment } from "../../contract/declare/principal.ts";
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import type { PlatformState, ProductDocument } from "./platform_state.ts";

/** The most Products of a company that members may have, closed ones aside. */
export const PRODUCTS_PER_TENANT_MAX = 1_000;

export type StoredProduct = Omit<ProductDocument, "realm">;

/** A new Product. `shards`: the number of ledger shards; Products take them in turn. */
export function productMade(
  { products: { size } }: PlatformState,
  draft: Pick<StoredProduct, "tenantId" | "name" | "liveActivated" | "build">,
  { newId, nowMs }: Pick<DecisionContext, "newId" | "nowMs">,
  shards: number,
): StoredProduct {
  return {
    productId: newId("prod"),
    tenantId: draft.tenantId,
    name: draft.name,
    status: "active",
    liveActivated: draft.liveActivated,
    placement: { sandbox: size % shards, live: (size + 1) % shards },
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    revision: 1,
    ...(draft.build !== undefined && { build: draft.build }),
  };
}

/** The Product after a change of it. */
export function productAfter(
  { realm: _, ...before }: ProductDocument,
  change: Partial<
    Pick<
      StoredProduct,
      "name" | "status" | "liveActivated" | "activation" | "build" | "agreedRates"
    >
  >,
  nowMs: number,
): StoredProduct {
  return { ...before, ...change, revision: before.revision + 1, updatedAtMs: nowMs };
}

/** The activation after a decision of the operator. `reason`: in words for the company. */
export function activationDecided(
  { activation }: Pick<StoredProduct, "activation">,
  status: ActivationStatus,
  { nowMs, reason }: { nowMs: number; reason?: string | undefined },
): ProductActivation {
  const { reason: _, ...asked } = activation ?? {};
  return { ...asked, status, decidedAtMs: nowMs, ...(reason !== undefined && { reason }) };
}

/** The refusal of a Product that the company does not have, whether or not another company has it. */
export function productNotFound(productId: string): Refusal<"resource_not_found"> {
  return refuse("resource_not_found", noSuch("prod", productId, "of this company"), {
    resourceType: "product",
    productId,
  });
}

/** `state_conflict` unless the Product has the status. */
export function refuseProductStatus(
  { productId, status }: StoredProduct,
  expected: StoredProduct["status"],
): Refusal<"state_conflict"> | undefined {
  if (status === expected) return undefined;
  const message = `${productId} is ${status}, and would have to be ${expected}`;
  return refuse("state_conflict", message, { status, expected, actual: status });
}

/** `state_conflict` where the Product is closed: it stays as it is. */
export function refuseClosed({
  productId,
  status,
}: StoredProduct): Refusal<"state_conflict"> | undefined {
  if (status !== "closed") return undefined;
  const message = `${productId} is closed, and stays as it is`;
  return refuse("state_conflict", message, { status, expected: "active", actual: status });
}

/** Whether keys of the Product can be made for the environment: it is active, and activated for live. */
export function refuseUnusable(
  product: StoredProduct,
  environment: Environment,
): Refusal<"product_access_suspended" | "product_activation_required"> | undefined {
  const { productId, status, liveActivated } = product;
  if (status !== "active") return refuseSuspended({ productId, status });
  if (environment === "sandbox" || liveActivated) return undefined;
  return refuse("product_activation_required", "the Product is not activated for live", {
    productId,
    // It is the whole Product that is not activated, not one of its capabilities.
    capability: null,
    activationStatus: activationStatusOf(product),
  });
}

/** `product_access_suspended` unless the Product is active. */
export function refuseInactive(
  product: StoredProduct,
): Refusal<"product_access_suspended"> | undefined {
  return product.status === "active" ? undefined : refuseSuspended(product);
}

/** Refuses one more Product than the members of a company may have. */
export function refuseManyProducts(
  { productsOpen }: PlatformState,
  realm: number,
): Refusal<"state_constraint_failed"> | undefined {
  const { size } = productsOpen.of(realm);
  if (size < PRODUCTS_PER_TENANT_MAX) return undefined;
  const message = `the company has ${size} Products, and at most ${PRODUCTS_PER_TENANT_MAX} are allowed`;
  return refuseConstraint("products", message, { limit: PRODUCTS_PER_TENANT_MAX });
}

function refuseSuspended({
  productId,
  status,
}: Pick<StoredProduct, "productId" | "status">): Refusal<"product_access_suspended"> {
  return refuse("product_access_suspended", `the Product is ${status}`, { productId, status });
}
