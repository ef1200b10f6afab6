/** How a person in a browser changes the status of a Product: disabled, enabled, activation no longer requested. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { ProductDocument } from "../platform/platform_state.ts";
import { productNotFound } from "../platform/product_making.ts";
import { ProductPath } from "../product/product_company.ts";
import { Product } from "../product/product_document.ts";
import { type Asker, askerOf } from "./asker.ts";
import { productChanged } from "./product_change.ts";
import type { TenantState } from "./tenant_state.ts";

/** The part of the declaration that these operations have in common. */
export const PRODUCT_BY_PERSON = {
  principals: ["session"],
  scope: undefined,
  permission: "products:write@live",
  acts: { on: "tenant" },
  path: ProductPath,
  output: Product,
  refusals: ["resource_not_found", "state_conflict"],
  prepare: askerOf,
} as const;

/**
 * Changes a Product of the company. `refusal`: why the Product, as it is, may not be changed so; undefined where it
 * may.
 */
export function changeProductStatus(
  state: TenantState,
  {
    productId,
    type,
    change,
  }: {
    productId: string;
    type: Parameters<typeof productChanged>[2]["type"];
    change: Parameters<typeof productChanged>[1];
  },
  context: DecisionContext<Asker>,
  refusal: (product: ProductDocument) => Refusal<"state_conflict"> | undefined,
) {
  const before = state.products.get(context.realm, productId);
  if (before === undefined) return productNotFound(productId);
  return refusal(before) ?? productChanged(before, change, { type, context });
}
