/** How a person in a browser changes where a Product stands: disabled, enabled, live no longer asked for. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { ProductDocument } from "../platform/platform_state.ts";
import { productNotFound } from "../platform/product_making.ts";
import type { Asker } from "./asker.ts";
import { productChanged } from "./product_change.ts";
import type { TenantState } from "./tenant_state.ts";

/** `refusal`: why the Product, as it is, stays so; undefined where it is changed. */
export function changeStand(
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
