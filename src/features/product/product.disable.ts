/** product.disable: no credential of the Product works any more, until it is enabled. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { refuseProductStatus } from "../platform/product_making.ts";
import { askerOf } from "../tenant/asker.ts";
import { changeProductStatus } from "../tenant/product_status_change.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { ProductPath } from "./product_company.ts";
import { Product } from "./product_document.ts";

export const productDisable = declareWrite<TenantState>()({
  id: "product.disable",
  summary: "Disable a Product",
  description:
    "By a person in a browser. Every request with a key of the Product is refused with `product_access_suspended` from then on, in both environments.",
  http: { method: "POST", path: "/products/{productId}/disable" },
  principals: ["session"],
  scope: undefined,
  permission: "products:write@live",
  acts: { on: "tenant" },
  path: ProductPath,
  output: Product,
  refusals: ["resource_not_found", "state_conflict"],
  events: ["product.disabled"],
  prepare: askerOf,
  decide(state, { productId }, context) {
    const change = { productId, type: "product.disabled", change: { status: "disabled" } } as const;
    return changeProductStatus(state, change, context, (product) =>
      refuseProductStatus(product, "active"),
    );
  },
});
