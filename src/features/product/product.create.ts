/** product.create: a member makes a Product, which has its sandbox at once and live once it is activated. */
import { type Static, Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { InputIssue } from "../../contract/refusals/issue_codes.ts";
import { Id } from "../../contract/values/formats.ts";
import { madeByAgent } from "../agent/agent_facts.ts";
import { audited } from "../audit/audit_note.ts";
import { buildOfCompany, chosenBuild } from "../build/build_of_product.ts";
import type { BuildState } from "../build/build_state.ts";
import type { ProductChanged } from "../platform/platform_facts.ts";
import { installBuild, tellProduct, tellZoneOfNew } from "../platform/platform_telling.ts";
import { productMade, refuseManyProducts } from "../platform/product_making.ts";
import { askerOf } from "../tenant/asker.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { tenantFor } from "../tenant/tenant_views.ts";
import { ExpectedPricing, refusePricing } from "./expected_pricing.ts";
import { companyProduct, ProductName } from "./product_company.ts";
import { Product } from "./product_document.ts";

const ProductDraft = Type.Object(
  {
    name: ProductName,
    buildId: Type.Optional(
      described(Id("bld"), "The Build whose program the Product runs; absent: it runs none."),
    ),
    expectedPricing: Type.Optional(
      described(
        ExpectedPricing,
        "The prices of the Build that you have seen; required with `buildId`.",
      ),
    ),
  },
  {
    title: "ProductDraft",
    description: "A Product that shall be made.",
    additionalProperties: false,
  },
);
type ProductDraft = Static<typeof ProductDraft>;

export const productCreate = declareWrite<TenantState & BuildState>()({
  id: "product.create",
  summary: "Create a Product",
  description:
    "Its sandbox is open when the answer comes. With a Build, both environments run its program then, and have the accounts that it names. Live needs an activation.",
  http: { method: "POST", path: "/products", status: 201 },
  principals: COMPANY_CALLERS,
  scope: "products:write",
  permission: "products:write@sandbox",
  acts: { on: "tenant" },
  body: ProductDraft,
  output: Product,
  refusals: ["resource_not_found", "state_conflict", "state_constraint_failed"],
  events: ["product.created"],
  check: pricingIssues,
  prepare: async (input, tools) => ({
    ...(await askerOf(input, tools)),
    shards: tools.shards,
  }),
  decide(state, { name, buildId, expectedPricing }, context) {
    const { place, principal, realm, prepared } = context;
    const build = buildId === undefined ? undefined : buildOfCompany(state, realm, buildId);
    if (build !== undefined && "refused" in build) return build;
    const refusal =
      (build && expectedPricing && refusePricing(expectedPricing, build.pricing)) ??
      refuseManyProducts(state, realm);
    if (refusal !== undefined) return refusal;
    const { tenantId } = principal;
    const chosen = build && chosenBuild(state, build, 1);
    const own = { tenantId, name, liveActivated: false };
    const draft = chosen === undefined ? own : { ...own, build: chosen.build };
    const product = productMade(state, draft, context, prepared.shards);
    const created: ProductChanged = { kind: "product.created.1", product };
    const after = companyProduct(product);
    const effects = [
      ...tellZoneOfNew(product, tenantFor(state, context)),
      ...(chosen === undefined ? [] : installBuild(product, chosen.installed, place)),
      ...tellProduct("product.created", product, place),
    ];
    const note = {
      tenantIds: [tenantId],
      resource: { type: "product", id: product.productId },
      after,
    };
    const made = madeByAgent(state, context, product.productId);
    const facts = [...(chosen?.facts ?? []), created, ...made];
    return audited({ ...accept(facts, after), effects }, note, prepared.from);
  },
});

/** What no schema says: whoever names a Build has seen its prices, and there are none without a Build. */
function pricingIssues({ buildId, expectedPricing }: ProductDraft): InputIssue[] {
  if ((buildId === undefined) === (expectedPricing === undefined)) return [];
  const [given, lacking] =
    buildId === undefined ? ["expectedPricing", "buildId"] : ["buildId", "expectedPricing"];
  const message = `${lacking} is required in the body, because ${given} is sent`;
  return [{ code: "required", message, path: [lacking] }];
}
