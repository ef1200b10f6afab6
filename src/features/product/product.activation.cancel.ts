/** product.activation.cancel: a member takes back that live was asked for. */
import { declareWrite } from "../../contract/declare/operation.ts";
import { refuseClosed } from "../platform/product_making.ts";
import { changeProductStatus, PRODUCT_BY_PERSON } from "../tenant/product_status_change.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { refuseActivationStatus } from "./product_activation.ts";

export const productActivationCancel = declareWrite<TenantState>()({
  ...PRODUCT_BY_PERSON,
  id: "product.activation.cancel",
  summary: "Take back a request for live",
  description:
    "By a person in a browser, while the platform has not decided. Live may be requested again at any time.",
  http: { method: "POST", path: "/products/{productId}/activation/cancel" },
  events: ["product.activation_cancelled"],
  decide(state, { productId }, context) {
    const change = {
      productId,
      type: "product.activation_cancelled",
      change: { activation: { status: "not_requested" } },
    } as const;
    return changeProductStatus(
      state,
      change,
      context,
      (product) => refuseClosed(product) ?? refuseActivationStatus(product, ["requested"]),
    );
  },
});
