/** What the operations of a company's members on Products share. */
import { Type } from "@sinclair/typebox";
import type { Environment, ProductView } from "../../contract/declare/principal.ts";
import { Id, notBlank } from "../../contract/values/formats.ts";
import { type Product, productDocument } from "./product_document.ts";

export const ProductPath = Type.Object({ productId: Id("prod") }, { additionalProperties: false });

export const ProductName = notBlank(
  Type.String({ minLength: 1, maxLength: 120, description: "What you call the Product." }),
);

/**
 * The Product in answers that are about the company: as `product.retrieve` shows it, without the sandbox's
 * clock, which is where the Product's money is. A write names no environment, and shows the sandbox.
 */
export function companyProduct(
  product: ProductView,
  environment: Environment = "sandbox",
): Product {
  return productDocument(product, { environment, clockMs: undefined });
}
