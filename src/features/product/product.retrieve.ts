/** product.retrieve: the Product that the credential belongs to. */
import { Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { Id } from "../../contract/formats.ts";
import { found } from "../../contract/found.ts";
import { declareRead } from "../../contract/operation.ts";
import { ownProductOf, refuseOtherProduct } from "../own_product.ts";
import { readSandboxClockMs } from "../sandbox/sandbox_clock.ts";
import { CAPABILITIES } from "./capabilities.ts";
import { PRICE_LIST } from "./price_list.ts";
import { Product } from "./product_schema.ts";

export const productRetrieve = declareRead({
  id: "product.retrieve",
  summary: "Retrieve a Product",
  description:
    "The Product of the key: what it can do, what it pays, and where its sandbox clock stands.",
  tag: "Products",
  http: { method: "GET", path: "/products/{productId}", status: 200 },
  principals: ["product_key"],
  scope: "products:read",
  path: Type.Object({ productId: Id("prod") }, { additionalProperties: false }),
  output: Product,
  refusals: ["resource_not_found"],
  read(snapshot, { productId }, context) {
    const { principal } = context;
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const { environment } = principal;
    const product = ownProductOf(context);
    const resource: Product = {
      productId,
      tenantId: product.tenantId,
      name: product.name,
      status: product.status,
      environment,
      capabilities: CAPABILITIES.map(({ capability }) => capability),
      fees: PRICE_LIST.fees,
      usageRates: PRICE_LIST.usageRates,
      activation: { status: product.liveActivated ? "active" : "not_requested" },
      ...(environment === "sandbox" && {
        sandbox: { clockEffectiveAt: isoTime(readSandboxClockMs(snapshot, context)) },
      }),
      revision: product.revision,
      createdAt: isoTime(product.createdAtMs),
      updatedAt: isoTime(product.updatedAtMs),
    };
    return found(resource);
  },
});
