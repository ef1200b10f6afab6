/** product.enable: the credentials of a disabled Product work again. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { refuseProductStatus } from "../platform/product_making.ts";
import { changeProductStatus, PRODUCT_BY_PERSON } from "../tenant/product_status_change.ts";
import type { TenantState } from "../tenant/tenant_state.ts";

export const productEnable = declareWrite<TenantState>()({
  ...PRODUCT_BY_PERSON,
  id: "product.enable",
  summary: "Enable a Product",
  description:
    "By a person in a browser. The keys of a Product that was disabled work again, those aside that have ended meanwhile.",
  http: { method: "POST", path: "/products/{productId}/enable" },
  events: ["product.enabled"],
  decide(state, { productId }, context) {
    const change = { productId, type: "product.enabled", change: { status: "active" } } as const;
    return changeProductStatus(state, change, context, (product) =>
      refuseProductStatus(product, "disabled"),
    );
  },
});
