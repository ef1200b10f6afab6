/** platform.product.list: all Products of this server or of one tenant, newest first. */
import { Type } from "@sinclair/typebox";
import { Id, listOf, listQuery } from "../../contract/formats.ts";
import { declareRead } from "../../contract/operation.ts";
import { answerPlatformList } from "./platform_list.ts";
import { BY_OPERATOR, PlatformProduct, productResource } from "./platform_operation.ts";
import { PLATFORM_TABLE, type ProductDocument } from "./platform_state.ts";

export const platformProductList = declareRead({
  ...BY_OPERATOR,
  id: "platform.product.list",
  summary: "List Products",
  http: { method: "GET", path: "/platform/products", status: 200 },
  acts: { on: "platform" },
  query: listQuery({ tenantId: Type.Optional(Id("ten")) }),
  output: listOf(PlatformProduct, "PlatformProductList"),
  refusals: [],
  read: (snapshot, input, context) =>
    answerPlatformList<ProductDocument>(input, context, {
      snapshot,
      indexCode: PLATFORM_TABLE.productIndex,
      tableCode: PLATFORM_TABLE.product,
      itemOf: productResource,
    }),
});
