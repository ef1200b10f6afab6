/** The Product that a request names: a key acts only in its own, a member in each of the company. */
import { Type } from "@sinclair/typebox";
import { invariant } from "../base/invariant.ts";
import type { ReadContext } from "../contract/declare/operation.ts";
import type { Principal, ProductView } from "../contract/declare/principal.ts";
import { described } from "../contract/declare/schema_marks.ts";
import { type Refusal, refuse } from "../contract/refusals/refusal.ts";
import { noSuch } from "../contract/refusals/unknown_id.ts";
import { Id } from "../contract/values/formats.ts";

/** The parameter of reads that nothing else in their input places. */
export const WhichProduct = Type.Optional(
  described(
    Id("prod"),
    "The Product that is meant. Required with a credential of a member or an agent, who have several; with an API key it is the Product of the key.",
  ),
);

/** The Product that a read happens in. Throws for a public read, which happens in no Product. */
export function ownProductOf({ product }: Pick<ReadContext, "product">): ProductView {
  invariant(product !== undefined, "a read that is not public happens in a Product");
  return product;
}

/** `resource_not_found` where `productId` names another Product than the one of this request. */
export function refuseOtherProduct(
  principal: Principal,
  productId: string | undefined,
): Refusal<"resource_not_found"> | undefined {
  if (productId === undefined || productId === principal.productId) return undefined;
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
