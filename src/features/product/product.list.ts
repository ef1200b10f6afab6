/** product.list: the Products of the company, newest first. */
import { Type } from "@sinclair/typebox";
import { listOf, listQuery } from "../../contract/formats.ts";
import { declareRead } from "../../contract/operation.ts";
import { decodeDocument } from "../../contract/table.ts";
import { answerCreatedList } from "../created_list.ts";
import { PLATFORM_TABLE, type ProductDocument } from "../platform/platform_state.ts";
import { companyProduct } from "./product_company.ts";
import { Product, ProductStatus } from "./product_document.ts";

export const productList = declareRead({
  id: "product.list",
  summary: "List Products",
  description: "The Products of the company, newest first.",
  tag: "Products",
  http: { method: "GET", path: "/products", status: 200 },
  principals: ["founder", "agent"],
  scope: "products:read",
  acts: { on: "tenant" },
  query: listQuery({ status: Type.Optional(ProductStatus) }),
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
        return isAsked ? companyProduct(product) : undefined;
      },
    }),
});
