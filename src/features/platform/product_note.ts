/** What the audit feed of a company says of a Product that was changed. */
import { companyProduct } from "../product/product_company.ts";
import type { StoredProduct } from "./product_making.ts";

/** The note of a change, with the Product before and after it as its company sees the Product. */
export function productNote(before: StoredProduct, after: StoredProduct) {
  return {
    tenantIds: [after.tenantId],
    resource: { type: "product", id: after.productId },
    before: companyProduct(before),
    after: companyProduct(after),
  };
}
