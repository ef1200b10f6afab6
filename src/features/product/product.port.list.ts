/** product.port.list: who may call what of a Product's program, in the order of the ports' names. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listOf } from "../../contract/values/formats.ts";
import { answerCatalogPage, CatalogQuery } from "../catalog/catalog_page.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { ProductPath } from "./product_company.ts";
import { productPorts, runningProgram } from "./product_noun.ts";
import { ProductPort } from "./product_noun_schema.ts";

export const productPortList = declareRead({
  id: "product.port.list",
  summary: "List the ports of a Product",
  description:
    "The ports of the program that the Product runs, in the order of their names: which actors may call which actions. The list is empty where the environment runs no Build.",
  http: { method: "GET", path: "/products/{productId}/ports" },
  principals: PRODUCT_CALLERS,
  scope: "products:read",
  path: ProductPath,
  query: CatalogQuery,
  output: listOf(ProductPort, "ProductPortList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { principal, realm } = context;
    const otherProduct = refuseOtherProduct(principal, input.productId);
    if (otherProduct !== undefined) return otherProduct;
    const running = runningProgram(snapshot, realm, principal);
    const rows = running === undefined ? [] : productPorts(running);
    return answerCatalogPage(input, context, rows, ({ port }) => port);
  },
});
