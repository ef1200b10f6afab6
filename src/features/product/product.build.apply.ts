/** product.build.apply: a Product runs another Build from now on, or its first one. */
import { Type } from "@sinclair/typebox";
import { Id } from "../../contract/formats.ts";
import { declareWrite } from "../../contract/operation.ts";
import type { ProductBuildView } from "../../contract/principal.ts";
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusal.ts";
import { described } from "../../contract/schema_marks.ts";
import type { Snapshot } from "../../contract/snapshot.ts";
import { decodeDocument } from "../../contract/table.ts";
import type { Finding } from "../../programs/finding.ts";
import { fitFindings } from "../build/build_fit.ts";
import { buildOfCompany, chosenBuild } from "../build/build_of_product.ts";
import type { BuildState } from "../build/build_state.ts";
import { ExpectedRevision, refuseRevision } from "../expected_revision.ts";
import { PLATFORM_TABLE, type ProductDocument } from "../platform/platform_state.ts";
import { productNotFound, refuseClosed } from "../platform/product_making.ts";
import { askerOf, refuseRoleIn } from "../tenant/asker.ts";
import { productChanged } from "../tenant/product_change.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { ExpectedPricing, refusePricing } from "./expected_pricing.ts";
import { ProductPath } from "./product_company.ts";
import { Product } from "./product_document.ts";

/** The most Builds that a Product has had, one that was applied again counted each time. */
export const BUILDS_PER_PRODUCT_MAX = 1_000;

/** What the preparation compared the Build with. */
type Compared = { before: string | undefined; findings: readonly Finding[] };

export const productBuildApply = declareWrite<TenantState & BuildState>()({
  id: "product.build.apply",
  summary: "Apply a Build to a Product",
  description:
    "Both environments run the Build when the answer comes. Objects that are there stay with the Build that they were made under, and new ones are of this one. API keys that are there reach what they reached. The Build must fit the objects of the present one, as `build.diff.retrieve` shows. Of a Product that is activated for live, the caller must be allowed to change live.",
  tag: "Products",
  http: { method: "POST", path: "/products/{productId}/builds", status: 200 },
  principals: ["founder", "agent"],
  scope: "products:write",
  permission: "products:write@sandbox",
  acts: { on: "tenant" },
  path: ProductPath,
  body: Type.Object(
    {
      buildId: described(Id("bld"), "The Build of the company that the Product shall run."),
      expectedPricing: described(ExpectedPricing, "The prices of the Build that you have seen."),
      expectedRevision: Type.Optional(ExpectedRevision),
    },
    {
      title: "BuildApplication",
      description: "The Build that a Product shall run.",
      additionalProperties: false,
    },
  ),
  output: Product,
  refusals: [
    "resource_not_found",
    "missing_required_permission",
    "state_conflict",
    "state_constraint_failed",
  ],
  events: ["product.build_applied"],
  readsToPrepare: true,
  prepare: async (input, tools) => ({
    ...(await askerOf(input, tools)),
    compared: compare(tools.snapshot(), tools.realm, input),
  }),
  decide(state, { productId, buildId, expectedPricing, expectedRevision }, context) {
    const { realm, prepared } = context;
    const product = state.products.get(realm, productId);
    if (product === undefined) return productNotFound(productId);
    const build = buildOfCompany(state, realm, buildId);
    if ("refused" in build) return build;
    const { liveActivated, revision, build: before } = product;
    const refusal =
      (liveActivated ? refuseRoleIn(state, context, "products:write", "live") : undefined) ??
      refuseClosed(product) ??
      refuseRevision(productId, expectedRevision, revision) ??
      refuseSame(before, buildId) ??
      refusePricing(expectedPricing, build.pricing) ??
      refuseOtherwiseCompared(before, prepared.compared) ??
      refuseMisfit(prepared.compared.findings) ??
      refuseManyApplied(before);
    if (refusal !== undefined) return refusal;
    const chosen = chosenBuild(state, build, (before?.revision ?? 0) + 1);
    const { facts, installed } = chosen;
    return productChanged(
      product,
      { build: chosen.build },
      { type: "product.build_applied", context },
      { facts, build: installed },
    );
  },
});

/** Outside of the shard's thread, because both programs are read. */
function compare(
  snapshot: Snapshot,
  realm: number | undefined,
  { productId, buildId }: { productId: string; buildId: string },
): Compared {
  const value =
    realm === undefined ? undefined : snapshot.get(PLATFORM_TABLE.product, realm, productId);
  const before = value && decodeDocument<ProductDocument>(value).build?.buildId;
  if (before === undefined) return { before, findings: [] };
  return { before, findings: fitFindings(snapshot, realm, { before, after: buildId }) };
}

function refuseSame(
  before: ProductBuildView | undefined,
  buildId: string,
): Refusal<"state_conflict"> | undefined {
  if (before?.buildId !== buildId) return undefined;
  const message = `the Product runs ${buildId} already`;
  return refuse("state_conflict", message, { expected: "another Build", actual: buildId });
}

/** Another Build was applied after the preparation: what it found is of a Build that is not the present one. */
function refuseOtherwiseCompared(
  before: ProductBuildView | undefined,
  compared: Compared,
): Refusal<"state_conflict"> | undefined {
  const expected = compared.before ?? null;
  const actual = before?.buildId ?? null;
  if (expected === actual) return undefined;
  const message = `${actual} was applied to the Product meanwhile; send the request again with a new key`;
  return refuse("state_conflict", message, { expected, actual });
}

function refuseMisfit(
  findings: readonly Finding[],
): Refusal<"state_constraint_failed"> | undefined {
  const [first, ...more] = findings.filter(({ severity }) => severity === "error");
  if (first === undefined) return undefined;
  const others = more.length === 0 ? "" : `, and ${more.length} more`;
  const message = `objects of the present Build do not fit this one: ${first.message} at ${first.path}${others}`;
  return refuseConstraint("build", message, { findings: [...findings] });
}

function refuseManyApplied(
  before: ProductBuildView | undefined,
): Refusal<"state_constraint_failed"> | undefined {
  const count = before?.revision ?? 0;
  if (count < BUILDS_PER_PRODUCT_MAX) return undefined;
  const message = `the Product has had ${count} Builds, and at most ${BUILDS_PER_PRODUCT_MAX} are allowed`;
  return refuseConstraint("product_builds", message, { limit: BUILDS_PER_PRODUCT_MAX });
}
