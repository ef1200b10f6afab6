/** platform.product.create: create a Product. */
import { Type } from "@sinclair/typebox";
import { accept } from "../../contract/operation.ts";
import { refuse } from "../../contract/refusal.ts";
import { BY_OPERATOR, Document, Name, write } from "./platform_operation.ts";
import type { ProductDocument } from "./platform_state.ts";

export const productCreate = write({
  ...BY_OPERATOR,
  id: "platform.product.create",
  summary: "Create a Product",
  http: { method: "POST", path: "/platform/products", status: 201 },
  body: Type.Object({
    tenantId: Type.String(),
    name: Name,
    liveActivated: Type.Boolean(),
    placement: Type.Object({ sandbox: Type.Integer(), live: Type.Integer() }),
  }),
  output: Document,
  refusals: ["resource_not_found"],
  events: ["product.created"],
  decide(state, { tenantId, name, liveActivated, placement }, { newId, nowMs, scope }) {
    if (state.tenants.get(scope, tenantId) === undefined) {
      return refuse("resource_not_found", `no tenant ${tenantId}`, { resourceType: "tenant" });
    }
    const product: Omit<ProductDocument, "scope"> = {
      productId: newId("prod"),
      tenantId,
      name,
      status: "active",
      liveActivated,
      placement,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      revision: 1,
    };
    return accept([{ kind: "product.created.1", product } as { kind: string }], product);
  },
});
