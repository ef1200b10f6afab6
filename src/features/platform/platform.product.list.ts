/** platform.product.list: all Products of this server, of one tenant, or at one stage of the way to live, newest first. */
import { Type } from "@sinclair/typebox";
import { ACTIVATION_STATUSES, activationStatusOf } from "../../contract/declare/activation.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { Id, listOf, listQuery } from "../../contract/values/formats.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { answerPlatformList } from "./platform_list.ts";
import { BY_OPERATOR, PlatformProduct, productResource } from "./platform_operation.ts";
import type { ProductDocument } from "./platform_state.ts";

export const platformProductList = declareRead({
  ...BY_OPERATOR,
  id: "platform.product.list",
  summary: "List Products",
  http: { method: "GET", path: "/platform/products" },
  acts: { on: "platform" },
  query: listQuery({
    tenantId: Type.Optional(Id("ten")),
    activation: Type.Optional(
      Type.Union(ACTIVATION_STATUSES.map((status) => Type.Literal(status))),
    ),
  }),
  output: listOf(PlatformProduct, "PlatformProductList"),
  refusals: [],
  read: (snapshot, input, context) =>
    answerPlatformList<ProductDocument>(input, context, {
      snapshot,
      indexCode: PLATFORM_TABLE.productIndex,
      tableCode: PLATFORM_TABLE.product,
      itemOf: productResource,
      isAsked: (product) =>
        input.activation === undefined || activationStatusOf(product) === input.activation,
    }),
});
