/** platform.product.create: create a Product, and choose the shards that will hold it. */
import { Type } from "@sinclair/typebox";
import { accept } from "../../contract/declare/operation.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import { Id } from "../../contract/values/formats.ts";
import { audited } from "../audit/audit_note.ts";
import { companyProduct } from "../product/product_company.ts";
import type { ProductChanged } from "./platform_facts.ts";
import {
  BY_OPERATOR,
  NameDraft,
  PlatformProduct,
  productResource,
  withoutPlacement,
  write,
} from "./platform_operation.ts";
import { AT_SOCKET } from "./platform_people.ts";
import { tellProduct, tellZoneOfNew } from "./platform_telling.ts";
import { productMade } from "./product_making.ts";

const PlatformProductDraft = Type.Object(
  {
    tenantId: Id("ten"),
    name: NameDraft,
    liveActivated: Type.Optional(Type.Boolean({ default: false })),
  },
  { title: "PlatformProductDraft", additionalProperties: false },
);

export const platformProductCreate = write({
  ...BY_OPERATOR,
  id: "platform.product.create",
  summary: "Create a Product",
  http: { method: "POST", path: "/platform/products", status: 201 },
  acts: { on: "tenant", by: "tenantId" },
  body: PlatformProductDraft,
  output: PlatformProduct,
  refusals: ["resource_not_found"],
  events: ["product.created"],
  prepare: async (_input, { shards }) => ({ shards }),
  decide(state, { tenantId, name, liveActivated = false }, context) {
    const tenant = state.tenants.get(context.realm, tenantId);
    if (tenant === undefined) {
      return refuse("resource_not_found", noSuch("ten", tenantId, "on this server"), {
        resourceType: "tenant",
      });
    }
    const draft = { tenantId, name, liveActivated };
    const product = productMade(state, draft, context, context.prepared.shards);
    const created: ProductChanged = { kind: "product.created.1", product };
    const effects = [
      ...tellZoneOfNew(product, tenant),
      ...tellProduct("product.created", product, context.place),
    ];
    const resource = { type: "product", id: product.productId };
    const note = { tenantIds: [tenantId], resource, after: companyProduct(product) };
    return audited({ ...accept([created], productResource(product)), effects }, note, AT_SOCKET);
  },
  recording: { shown: withoutPlacement },
});
