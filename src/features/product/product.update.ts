/** product.update: another name of a Product. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { ExpectedRevision, refuseRevision } from "../expected_revision.ts";
import { productNotFound, refuseClosed } from "../platform/product_making.ts";
import { askerOf } from "../tenant/asker.ts";
import { productChanged } from "../tenant/product_change.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { companyProduct, ProductName, ProductPath } from "./product_company.ts";
import { Product } from "./product_document.ts";

export const productUpdate = declareWrite<TenantState>()({
  id: "product.update",
  summary: "Change a Product",
  description: "Its name. A Product that is closed stays as it is.",
  http: { method: "PATCH", path: "/products/{productId}" },
  principals: COMPANY_CALLERS,
  scope: "products:write",
  permission: "products:write@sandbox",
  acts: { on: "tenant" },
  path: ProductPath,
  body: Type.Object(
    { name: Type.Optional(ProductName), expectedRevision: Type.Optional(ExpectedRevision) },
    {
      title: "ProductChange",
      description: "What shall change of a Product; a field that is absent stays as it is.",
      additionalProperties: false,
    },
  ),
  output: Product,
  refusals: ["resource_not_found", "state_conflict"],
  events: ["product.updated"],
  prepare: askerOf,
  decide(state, { productId, name, expectedRevision }, context) {
    const before = state.products.get(context.realm, productId);
    if (before === undefined) return productNotFound(productId);
    const refusal =
      refuseClosed(before) ?? refuseRevision(productId, expectedRevision, before.revision);
    if (refusal !== undefined) return refusal;
    if (name === undefined || name === before.name) return accept([], companyProduct(before));
    return productChanged(before, { name }, { type: "product.updated", context });
  },
});
