/** product.noun.list: the kinds of objects of a Product, in the order of their names. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listOf } from "../../contract/values/formats.ts";
import { answerCatalogPage, CatalogQuery } from "../catalog/catalog_page.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { ProductPath } from "./product_company.ts";
import { nounSummary, nounsOf, runningProgram } from "./product_noun.ts";
import { ProductNounSummary } from "./product_noun_schema.ts";

export const productNounList = declareRead({
  id: "product.noun.list",
  summary: "List the kinds of objects of a Product",
  description:
    "The kinds that the program of the Product declares, in the order of their names, with their states and actions, and the ports by which these may be called. The list is empty where the environment runs no Build.",
  http: { method: "GET", path: "/products/{productId}/nouns" },
  principals: PRODUCT_CALLERS,
  scope: "products:read",
  path: ProductPath,
  query: CatalogQuery,
  output: listOf(ProductNounSummary, "ProductNounList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { principal, realm } = context;
    const otherProduct = refuseOtherProduct(principal, input.productId);
    if (otherProduct !== undefined) return otherProduct;
    const running = runningProgram(snapshot, realm, principal);
    const rows =
      running === undefined ? [] : nounsOf(running).map((noun) => nounSummary(running, noun));
    return answerCatalogPage(input, context, rows, ({ kind }) => kind);
  },
});
