/** platform.product.set_status: disable, enable or close a Product, or activate it for live. */
import { Type } from "@sinclair/typebox";
import { accept } from "../../contract/operation.ts";
import { refuse } from "../../contract/refusal.ts";
import { BY_OPERATOR, Document, write } from "./platform_operation.ts";

export const productStatusSet = write({
  ...BY_OPERATOR,
  id: "platform.product.set_status",
  summary: "Disable, enable or close a Product, or activate it for live",
  http: { method: "POST", path: "/platform/products/{productId}/status", status: 200 },
  path: Type.Object({ productId: Type.String() }),
  body: Type.Object({
    status: Type.Optional(
      Type.Union([Type.Literal("active"), Type.Literal("disabled"), Type.Literal("closed")]),
    ),
    liveActivated: Type.Optional(Type.Boolean()),
  }),
  output: Document,
  refusals: ["resource_not_found", "state_conflict"],
  events: ["product.updated"],
  decide(state, { productId, status, liveActivated }, { nowMs, scope }) {
    const before = state.products.get(scope, productId);
    if (before === undefined) {
      return refuse("resource_not_found", `no Product ${productId}`, { resourceType: "product" });
    }
    if (before.status === "closed") {
      return refuse("state_conflict", "a closed Product stays closed", { status: before.status });
    }
    const { scope: _scope, ...document } = before;
    const product = {
      ...document,
      status: status ?? before.status,
      liveActivated: liveActivated ?? before.liveActivated,
      revision: before.revision + 1,
      updatedAtMs: nowMs,
    };
    return accept([{ kind: "product.changed.1", product } as { kind: string }], product);
  },
});
