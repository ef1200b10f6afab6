/** product.activation.request: a member asks for live for a Product; the platform's operator decides. */
import { Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/declare/operation.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { productNotFound, refuseProductStatus } from "../platform/product_making.ts";
import { askerOf } from "../tenant/asker.ts";
import { productChanged } from "../tenant/product_change.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { CAPABILITIES } from "./capabilities.ts";
import { ExpectedPricing, refusePricing } from "./expected_pricing.ts";
import { PRICE_LIST } from "./price_list.ts";
import { capabilitiesOf, refuseActivationStatus } from "./product_activation.ts";
import { ProductPath } from "./product_company.ts";
import { Product } from "./product_document.ts";
import { pricesOf } from "./product_pricing.ts";

export const productActivationRequest = declareWrite<TenantState>()({
  id: "product.activation.request",
  summary: "Request live for a Product",
  description:
    "By a person in a browser whose login was verified with a second factor. The platform reviews the request; the owners are told of its decision by mail. A request that was rejected may be made again.",
  http: { method: "POST", path: "/products/{productId}/activation" },
  principals: ["session"],
  scope: undefined,
  permission: "products:write@live",
  mfa: "always",
  acts: { on: "tenant" },
  path: ProductPath,
  body: Type.Object(
    {
      expectedPricing: described(ExpectedPricing, "The prices that you have seen, and agree to."),
      capabilities: Type.Array(
        Type.Union(CAPABILITIES.map(({ capability }) => Type.Literal(capability))),
        {
          minItems: 1,
          maxItems: CAPABILITIES.length,
          description:
            "What live shall be for: the capabilities of the Product, all of them, in any order.",
        },
      ),
    },
    {
      title: "ActivationRequest",
      description: "What a company asks live for, and the prices that it agrees to.",
      additionalProperties: false,
    },
  ),
  output: Product,
  refusals: ["resource_not_found", "state_conflict"],
  events: ["product.activation_requested"],
  prepare: askerOf,
  decide(state, { productId, expectedPricing, capabilities }, context) {
    const before = state.products.get(context.realm, productId);
    if (before === undefined) return productNotFound(productId);
    const refusal =
      refuseProductStatus(before, "active") ??
      refuseActivationStatus(before, ["not_requested", "rejected"]) ??
      refuseCapabilities(capabilities, capabilitiesOf(before)) ??
      refusePricing(expectedPricing, { currency: PRICE_LIST.currency, ...pricesOf(before) });
    if (refusal !== undefined) return refusal;
    const asked = [...capabilitiesOf(before)];
    return productChanged(
      before,
      { activation: { status: "requested", capabilities: asked, requestedAtMs: context.nowMs } },
      { type: "product.activation_requested", context },
    );
  },
});

/** `state_conflict` where other capabilities are named than the Product has: another Build came between. */
function refuseCapabilities(
  asked: readonly string[],
  has: readonly string[],
): Refusal<"state_conflict"> | undefined {
  const expected = listed(asked);
  const actual = listed(has);
  if (expected === actual) return undefined;
  const message = `the Product has the capabilities ${actual}, and ${expected} were named`;
  return refuse("state_conflict", message, { expected, actual });
}

function listed(names: readonly string[]): string {
  return [...new Set(names)].sort().join(" ");
}
