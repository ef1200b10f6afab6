/**
 * product.tell: the platform records in a realm of a Product what the platform shard has decided about
 * the Product. No caller reaches the operation; its key is that of the effect that asks for it.
 */
import { Type } from "@sinclair/typebox";
import { ACTIVATION_STATUSES } from "../../contract/declare/activation.ts";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import type { ProductView } from "../../contract/declare/principal.ts";
import type { Fact, StoredRecord } from "../../contract/records/record.ts";
import { Id } from "../../contract/values/formats.ts";
import { sandboxClockOf } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { Fee, UsageRate } from "./price_list.ts";
import { Product, productDocument } from "./product_document.ts";
import { productsTold } from "./product_told.ts";
import { type ProductPricings, pricingTold } from "./told_pricing.ts";

const Milliseconds = Type.Integer({ minimum: 0 });

export const productTell = declareWrite<SandboxState & ProductPricings>()({
  id: "product.tell",
  summary: "Record a change of the Product",
  description: "Done by the platform when the Product was made or changed.",
  http: { method: "POST", path: "/products/tell" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  body: Type.Object(
    {
      type: Type.Union(productsTold.types.map((type) => Type.Literal(type))),
      product: Type.Object({
        productId: Id("prod"),
        tenantId: Id("ten"),
        name: Type.String(),
        status: Type.Union([
          Type.Literal("active"),
          Type.Literal("disabled"),
          Type.Literal("closed"),
        ]),
        liveActivated: Type.Boolean(),
        activation: Type.Optional(
          Type.Object({
            status: Type.Union(ACTIVATION_STATUSES.map((status) => Type.Literal(status))),
            capabilities: Type.Optional(Type.Array(Type.String())),
            requestedAtMs: Type.Optional(Milliseconds),
            decidedAtMs: Type.Optional(Milliseconds),
            reason: Type.Optional(Type.String()),
          }),
        ),
        createdAtMs: Milliseconds,
        updatedAtMs: Milliseconds,
        revision: Type.Integer({ minimum: 1 }),
        build: Type.Optional(
          Type.Object({
            buildId: Id("bld"),
            digest: Type.String(),
            capabilities: Type.Array(Type.String()),
            operationSet: Type.Integer({ minimum: 0 }),
            revision: Type.Integer({ minimum: 1 }),
            pricing: Type.Optional(
              Type.Object({ fees: Type.Array(Fee), usageRates: Type.Array(UsageRate) }),
            ),
          }),
        ),
        agreedRates: Type.Optional(Type.Record(Type.String(), Type.String())),
      }),
      origin: Type.Integer({ minimum: 1 }),
    },
    { title: "ProductTelling", additionalProperties: false },
  ),
  output: Product,
  refusals: [],
  events: productsTold.types,
  decide(state, { type, product, origin }, { realm, principal: { environment } }) {
    const clockMs = sandboxClockOf(state, realm)?.effectiveAtMs;
    const shown = productDocument(product, { environment, clockMs });
    return accept([
      productsTold.fact(type, origin, shown),
      ...pricingTold(state, realm, product as ProductView),
    ]);
  },
  respond: ({ facts }: StoredRecord) => JSON.stringify(productsTold.shownIn(facts[0] as Fact)),
});
