/** platform.product.update: disable, enable or close a Product, or activate it for live. */
import { Type } from "@sinclair/typebox";
import { accept } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import { Id } from "../../contract/values/formats.ts";
import { audited } from "../audit/audit_note.ts";
import { changed } from "../change.ts";
import type { ProductChanged } from "./platform_facts.ts";
import {
  BY_OPERATOR,
  PlatformProduct,
  ProductStatus,
  productResource,
  withoutPlacement,
  write,
} from "./platform_operation.ts";
import { AT_SOCKET } from "./platform_people.ts";
import { closeRealms, tellProduct } from "./platform_telling.ts";
import { activationDecided } from "./product_making.ts";
import { productNote } from "./product_note.ts";

const PlatformProductChange = Type.Object(
  { status: Type.Optional(ProductStatus), liveActivated: Type.Optional(Type.Boolean()) },
  { title: "PlatformProductChange", additionalProperties: false },
);

export const platformProductUpdate = write({
  ...BY_OPERATOR,
  id: "platform.product.update",
  summary: "Disable, enable or close a Product, or activate it for live",
  http: { method: "PATCH", path: "/platform/products/{productId}" },
  acts: { on: "tenant", by: "productId" },
  path: Type.Object({ productId: Id("prod") }, { additionalProperties: false }),
  body: PlatformProductChange,
  output: PlatformProduct,
  refusals: ["resource_not_found", "state_conflict"],
  events: ["product.updated", "product.closed"],
  decide(state, { productId, status, liveActivated }, { nowMs, place, realm }) {
    const before = state.products.get(realm, productId);
    if (before === undefined) {
      return refuse("resource_not_found", noSuch("prod", productId, "on this server"), {
        resourceType: "product",
      });
    }
    if (before.status === "closed") {
      return refuse("state_conflict", "a closed Product stays closed", {
        status: before.status,
        expected: "active",
        actual: before.status,
      });
    }
    const after = changed(before, { status, liveActivated });
    if (after === before) return accept([], productResource(before));
    const activation =
      after.liveActivated === before.liveActivated
        ? before.activation
        : activationDecided(before, after.liveActivated ? "active" : "suspended", { nowMs });
    const { realm: _, ...document } = after;
    const product = {
      ...document,
      ...(activation !== undefined && { activation }),
      revision: before.revision + 1,
      updatedAtMs: nowMs,
    };
    const isClosed = product.status === "closed";
    const kind = isClosed ? "product.closed.1" : "product.changed.1";
    const fact: ProductChanged = { kind, product };
    const effects = [
      ...(isClosed ? closeRealms(product) : []),
      ...tellProduct(isClosed ? "product.closed" : "product.updated", product, place),
    ];
    const decision = { ...accept([fact], productResource(product)), effects };
    return audited(decision, productNote(before, product), AT_SOCKET);
  },
  recording: { shown: withoutPlacement },
});
