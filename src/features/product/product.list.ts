/** product.list: the Products of the company, newest first. */
import { Type } from "@sinclair/typebox";
import { declareRead, type ReadContext } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { reachesProduct } from "../../contract/declare/reach.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { answerCreatedList } from "../created_list.ts";
import type { ProductDocument } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { companyProduct } from "./product_company.ts";
import { Product, ProductStatus } from "./product_document.ts";

export const productList = declareRead({
  id: "product.list",
  summary: "List Products",
  description: "The Products of the company, newest first; to an agent those that it reaches.",
  http: { method: "GET", path: "/products" },
  principals: COMPANY_CALLERS,
  scope: "products:read",
  acts: { on: "tenant" },
  query: listQuery({
    status: Type.Optional(described(ProductStatus, "Only Products with this status.")),
  }),
  output: listOf(Product, "ProductList"),
  refusals: [],
  read: (snapshot, input, context) =>
    answerCreatedList(input, context, {
      snapshot,
      tableCode: PLATFORM_TABLE.product,
      keyPrefix: "prod_",
      itemOf(_key, value) {
        const product = decodeDocument<ProductDocument>(value);
        const isAsked = input.status === undefined || product.status === input.status;
        return isAsked && isReached(context, product.productId)
          ? companyProduct(product, context.environment)
          : undefined;
      },
    }),
});

/** An agent sees no Product but those that it reaches. */
function isReached({ caller, environment }: ReadContext, productId: string): boolean {
  return caller.kind !== "agent" || reachesProduct(caller.reach, productId, environment);
}
