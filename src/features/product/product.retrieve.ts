/** product.retrieve: the Product of the key, or one of the member's company. */
import { Type } from "@sinclair/typebox";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { Id } from "../../contract/values/formats.ts";
import { ownProductOf, refuseOtherProduct } from "../own_product.ts";
import { readSandboxClockMs } from "../sandbox/sandbox_clock.ts";
import { Product, productDocument } from "./product_document.ts";

export const productRetrieve = declareRead({
  id: "product.retrieve",
  summary: "Retrieve a Product",
  description: "A Product: what it can do, what it pays, and where its sandbox clock stands.",
  http: { method: "GET", path: "/products/{productId}" },
  principals: PRODUCT_CALLERS,
  scope: "products:read",
  path: Type.Object({ productId: Id("prod") }, { additionalProperties: false }),
  output: Product,
  refusals: ["resource_not_found"],
  read(snapshot, { productId }, context) {
    const { principal } = context;
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const { environment } = principal;
    const clockMs = environment === "sandbox" ? readSandboxClockMs(snapshot, context) : undefined;
    return found(productDocument(ownProductOf(context), { environment, clockMs }));
  },
});
