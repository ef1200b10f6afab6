/** product.enable: the credentials of a disabled Product work again. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { refuseProductStatus } from "../platform/product_making.ts";
import { askerOf } from "../tenant/asker.ts";
import { changeProductStatus } from "../tenant/product_status_change.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { ProductPath } from "./product_company.ts";
import { Product } from "./product_document.ts";

export const productEnable = declareWrite<TenantState>()({
  id: "product.enable",
  summary: "Enable a Product",
  description:
    "By a person in a browser. The keys of a Product that was disabled work again, those aside that have ended meanwhile.",
  http: { method: "POST", path: "/products/{productId}/enable" },
  principals: ["session"],
  scope: undefined,
  permission: "products:write@live",
  acts: { on: "tenant" },
  path: ProductPath,
  output: Product,
  refusals: ["resource_not_found", "state_conflict"],
  events: ["product.enabled"],
  prepare: askerOf,
  decide(state, { productId }, context) {
    const change = { productId, type: "product.enabled", change: { status: "active" } } as const;
    return changeProductStatus(state, change, context, (product) =>
      refuseProductStatus(product, "disabled"),
    );
  },
});
