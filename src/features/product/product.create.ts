/** product.create: a member makes a Product, which has its sandbox at once and live once it is activated. */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/operation.ts";
import { audited } from "../audit/audit_note.ts";
import type { ProductChanged } from "../platform/platform_facts.ts";
import { tellProduct } from "../platform/platform_telling.ts";
import { productMade, refuseManyProducts } from "../platform/product_making.ts";
import { askerOf } from "../tenant/asker.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { companyProduct, ProductName } from "./product_company.ts";
import { Product } from "./product_document.ts";

export const productCreate = declareWrite<TenantState>()({
  id: "product.create",
  summary: "Create a Product",
  description: "Its sandbox is open when the answer comes. Live needs an activation.",
  tag: "Products",
  http: { method: "POST", path: "/products", status: 201 },
  principals: ["founder", "agent"],
  scope: "products:write",
  permission: "products:write@sandbox",
  acts: { on: "tenant" },
  body: Type.Object({ name: ProductName }, { title: "ProductDraft", additionalProperties: false }),
  output: Product,
  refusals: ["state_constraint_failed"],
  events: ["product.created"],
  prepare: async (input, tools) => ({
    ...(await askerOf(input, tools)),
    shards: tools.shards,
  }),
  decide(state, { name }, context) {
    const { place, principal, realm, prepared } = context;
    const many = refuseManyProducts(state, realm);
    if (many !== undefined) return many;
    const { tenantId } = principal;
    const draft = { tenantId, name, liveActivated: false };
    const product = productMade(state, draft, context, prepared.shards);
    const created: ProductChanged = { kind: "product.created.1", product };
    const after = companyProduct(product);
    const effects = tellProduct("product.created", product, place);
    const note = {
      tenantIds: [tenantId],
      resource: { type: "product", id: product.productId },
      after,
    };
    return audited({ ...accept([created], after), effects }, note, prepared.from);
  },
});
