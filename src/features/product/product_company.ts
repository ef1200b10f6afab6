/** What the operations of a company's members on Products share. */
import { Type } from "@sinclair/typebox";
import { Id, notBlank } from "../../contract/formats.ts";
import type { ProductView } from "../../contract/principal.ts";
import { type Product, productDocument } from "./product_document.ts";

export const ProductPath = Type.Object({ productId: Id("prod") }, { additionalProperties: false });

export const ProductName = notBlank(
  Type.String({ minLength: 1, maxLength: 120, description: "What you call the Product." }),
);

/**
 * The Product in answers that are about the company: as its sandbox shows it, without the sandbox's clock,
 * which stands where the Product's money is.
 */
export function companyProduct(product: ProductView): Product {
  return productDocument(product, { environment: "sandbox", clockMs: undefined });
}
