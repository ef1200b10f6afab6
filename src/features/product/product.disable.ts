/** product.disable: no credential of the Product works any more, until it is enabled. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { refuseProductStatus } from "../platform/product_making.ts";
import { changeProductStatus, PRODUCT_BY_PERSON } from "../tenant/product_status_change.ts";
import type { TenantState } from "../tenant/tenant_state.ts";

export const productDisable = declareWrite<TenantState>()({
  ...PRODUCT_BY_PERSON,
  id: "product.disable",
  summary: "Disable a Product",
  description:
    "By a person in a browser. Every request with a key of the Product is refused with `product_access_suspended` from then on, in both environments.",
  http: { method: "POST", path: "/products/{productId}/disable" },
  events: ["product.disabled"],
  decide(state, { productId }, context) {
    const change = { productId, type: "product.disabled", change: { status: "disabled" } } as const;
    return changeProductStatus(state, change, context, (product) =>
      refuseProductStatus(product, "active"),
    );
  },
});
