/** product.activation.retrieve: how far a Product is on its way to live, and what it lacks. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { type RequestKind, serves } from "../../contract/messages/provider_kinds.ts";
import { ownProductOf, refuseOtherProduct } from "../own_product.ts";
import { providersIn } from "../provider/provider_state.ts";
import { Activation, activationDocument } from "./product_activation.ts";
import { ProductPath } from "./product_company.ts";

export const productActivationRetrieve = declareRead({
  id: "product.activation.retrieve",
  summary: "Retrieve the activation of a Product",
  description:
    "How far the Product is on its way to live, what live asks for and how each requirement stands now, and what live costs.",
  http: { method: "GET", path: "/products/{productId}/activation" },
  principals: PRODUCT_CALLERS,
  scope: "products:read",
  path: ProductPath,
  output: Activation,
  refusals: ["resource_not_found"],
  read(snapshot, { productId }, context) {
    const otherProduct = refuseOtherProduct(context.principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const serving = providersIn(snapshot).filter(({ status }) => status === "serving");
    const served = (request: RequestKind) => serving.some(({ kind }) => serves(kind, request));
    return found(activationDocument(ownProductOf(context), { served }));
  },
});
