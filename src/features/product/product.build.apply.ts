/** product.build.apply: a Product runs another Build from now on, or its first one. */
import { type Static, Type } from "@sinclair/typebox";
import { declareWrite } from "../../contract/declare/operation.ts";
import type { ProductBuildView } from "../../contract/declare/principal.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { Id } from "../../contract/values/formats.ts";
import type { Finding } from "../../programs/finding.ts";
import { NOUNS_MAX } from "../../programs/program_limits.ts";
import type { Program } from "../../programs/program_schema.ts";
import { migratedKinds } from "../../programs/run/compiled_migration.ts";
import { nounRetired } from "../../programs/run/refusals.ts";
import { fitFindings } from "../build/build_fit.ts";
import { builds } from "../build/build_noun.ts";
import { buildOfCompany, chosenBuild } from "../build/build_of_product.ts";
import { typedProgramIn } from "../build/build_program.ts";
import type { BuildState } from "../build/build_state.ts";
import { ExpectedRevision, refuseRevision } from "../expected_revision.ts";
import { Kind } from "../object/object_schema.ts";
import type { ProductDocument } from "../platform/platform_state.ts";
import { productNotFound, refuseClosed } from "../platform/product_making.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import { askerOf, refuseRoleIn } from "../tenant/asker.ts";
import { productChanged } from "../tenant/product_change.ts";
import type { TenantState } from "../tenant/tenant_state.ts";
import { ExpectedPricing, refusePricing } from "./expected_pricing.ts";
import { ProductPath } from "./product_company.ts";
import { Product } from "./product_document.ts";

/** The most Builds that a Product has had, one that was applied again counted each time. */
export const BUILDS_PER_PRODUCT_MAX = 1_000;

/** What the preparation compared the Build with. */
type Compared = {
  before: string | undefined;
  findings: readonly Finding[];
  /** What the Build says of the objects of the one before. */
  migrations?: Program["migrations"];
};

const BuildApplication = Type.Object(
  {
    buildId: described(Id("bld"), "The Build of the company that the Product shall run."),
    expectedPricing: described(ExpectedPricing, "The prices of the Build that you have seen."),
    expectedRevision: Type.Optional(ExpectedRevision),
    migrations: Type.Optional(
      Type.Array(Kind, {
        maxItems: NOUNS_MAX,
        uniqueItems: true,
        description:
          "The kinds whose objects become objects of the Build, among those that its program has under `migrations`; all of them where this is absent, none where it is empty.",
      }),
    ),
  },
  {
    title: "BuildApplication",
    description: "The Build that a Product shall run.",
    additionalProperties: false,
  },
);

type Application = { productId: string } & Static<typeof BuildApplication>;

export const productBuildApply = declareWrite<TenantState & BuildState>()({
  id: "product.build.apply",
  summary: "Apply a Build to a Product",
  description:
    "Both environments run the Build when the answer comes. New objects are of this Build. Of those that are there, those whose kind the program has under `migrations` become objects of it, step by step after the answer; all others stay with the Build that they were made under. API keys that are there reach what they reached. The Build must fit the objects of the present one, as `build.diff.retrieve` shows. Of a Product that is activated for live, the caller must be allowed to change live.",
  http: { method: "POST", path: "/products/{productId}/builds" },
  principals: COMPANY_CALLERS,
  scope: "products:write",
  permission: "products:write@sandbox",
  acts: { on: "tenant" },
  path: ProductPath,
  body: BuildApplication,
  output: Product,
  refusals: [
    "resource_not_found",
    "missing_required_permission",
    "state_conflict",
    "state_constraint_failed",
    "noun_retired",
  ],
  events: ["product.build_applied"],
  preparesWith: { snapshot: true },
  prepare: async (input, tools) => ({
    ...(await askerOf(input, tools)),
    compared: compare(tools.snapshot(), tools.realm, input),
  }),
  decide(state, input: Application, context) {
    const { productId, buildId, expectedPricing, expectedRevision } = input;
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
      refuseManyApplied(before) ??
      refuseUnmapped(input, prepared.compared);
    if (refusal !== undefined) return refusal;
    const chosen = chosenBuild(state, build, (before?.revision ?? 0) + 1);
    const { facts, installed } = chosen;
    const migrate = input.migrations ?? migratedKinds(prepared.compared);
    return productChanged(
      product,
      { build: chosen.build },
      { type: "product.build_applied", context },
      { facts, build: { ...installed, migrate } },
    );
  },
});

/** Outside of the shard's thread, because both programs are read. */
function compare(
  snapshot: Snapshot,
  realm: number | undefined,
  { productId, buildId }: Application,
): Compared {
  const value =
    realm === undefined ? undefined : snapshot.get(PLATFORM_TABLE.product, realm, productId);
  const before = value && decodeDocument<ProductDocument>(value).build?.buildId;
  if (before === undefined) return { before, findings: [] };
  const next = builds.find(snapshot, realm, buildId);
  const migrations = next && typedProgramIn(snapshot, next).source.migrations;
  const findings = fitFindings(snapshot, realm, { before, after: buildId });
  return { before, findings, ...(migrations !== undefined && { migrations }) };
}

/** A kind that the program gives up has no objects of the Build, and of one that it does not map nothing is said. */
function refuseUnmapped(
  { migrations = [] }: Pick<Application, "migrations">,
  { migrations: mapped = {} }: Compared,
): Refusal<"noun_retired" | "state_constraint_failed"> | undefined {
  for (const kind of migrations) {
    const migration = Object.hasOwn(mapped, kind) ? mapped[kind] : undefined;
    if (migration?.retired === true) return nounRetired(kind);
    if (migration !== undefined) continue;
    const known = Object.keys(mapped).join(", ") || "none";
    const message = `the program of the Build does not say under migrations what becomes of objects of ${kind}; it says that of ${known}`;
    return refuseConstraint("migrations", message);
  }
  return undefined;
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
