/** Checks of the Product that a request names: a key acts only in its own Product. */
import { invariant } from "../base/invariant.ts";
import type { ReadContext } from "../contract/operation.ts";
import type { Principal, ProductView } from "../contract/principal.ts";
import { type Refusal, refuse } from "../contract/refusal.ts";
import { noSuch } from "../contract/unknown_id.ts";

/** The Product that a read happens in. Throws for a public read, which happens in no Product. */
export function ownProductOf({ product }: Pick<ReadContext, "product">): ProductView {
  invariant(product !== undefined, "a read that is not public happens in a Product");
  return product;
}

/** `resource_not_found` unless `productId` is the credential's own Product. */
export function refuseOtherProduct(
  principal: Principal,
  productId: string,
): Refusal<"resource_not_found"> | undefined {
  if (productId === principal.productId) return undefined;
  return refuse("resource_not_found", noSuch("prod", productId, "for this credential"), {
    resourceType: "product",
    productId,
    issues: [
      {
        code: "not_found",
        message: "productId is not the Product of this credential",
        path: ["productId"],
      },
    ],
  });
}
