/** The Product that a request names: a key acts in its own Product only. */
import { type Principal, type Refusal, refuse } from "../contract/operation.ts";

/** `resource_not_found` unless `productId` is the credential's own: others do not exist for it. */
export function refuseOtherProduct(
  principal: Principal,
  productId: string,
): Refusal<"resource_not_found"> | undefined {
  if (productId === principal.productId) return undefined;
  return refuse("resource_not_found", `no Product ${productId} for this credential`, {
    resourceType: "product",
    productId,
    issues: [{ code: "not_found", message: "no such Product", path: ["productId"] }],
  });
}
