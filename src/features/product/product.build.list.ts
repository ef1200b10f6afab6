/** product.build.list: the Builds that a Product has run in this environment, newest first. */
import { Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { numberKey } from "../../contract/tables/table.ts";
import {
  EnvironmentName,
  Id,
  listOf,
  listQuery,
  Timestamp,
} from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { timeRangeOf } from "../record_walk.ts";
import { BuildMigration, migrationIn } from "./build_migration_shown.ts";
import { ProductPath } from "./product_company.ts";
import { Digest } from "./program_digest.ts";
import { programIn } from "./running_program.ts";

const ProductBuild = Type.Object(
  {
    productId: Id("prod"),
    environment: EnvironmentName,
    buildId: described(Id("bld"), "The Build that was applied."),
    digest: described(Digest, "Of the Build's program in its normal form."),
    name: Type.String({ description: "What the program of the Build is called." }),
    revision: Type.Integer({
      minimum: 1,
      description: "The Product's first Build is 1, each that is applied after it one more.",
    }),
    isRunning: Type.Boolean({
      description: "Whether new objects are of the Build: it is the last that was applied.",
    }),
    appliedAt: described(Timestamp, "When the environment began to run the Build: real time."),
    migration: Type.Optional(
      described(BuildMigration, "What becomes of objects of before; absent where they all stay."),
    ),
  },
  {
    title: "ProductBuild",
    description: "A Build that a Product runs, or has run, in one environment.",
    additionalProperties: false,
  },
);

export const productBuildList = declareRead({
  id: "product.build.list",
  summary: "List the Builds of a Product",
  description:
    "The Builds that were applied to the Product, newest first, one that was applied again each time, and how far its migration of objects has come. `createdFrom` and `createdTo` are about the time when the Build was applied. A sandbox that was reset has the Build that it runs, and none of before.",
  http: { method: "GET", path: "/products/{productId}/builds" },
  principals: PRODUCT_CALLERS,
  scope: "products:read",
  path: ProductPath,
  query: listQuery({}),
  output: listOf(ProductBuild, "ProductBuildList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { limit, cursor, ...filters } = input;
    const { productId } = filters;
    const { principal, realm } = context;
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const { environment } = principal;
    const program = programIn(snapshot, realm);
    const { fromMs, belowMs } = timeRangeOf(filters);
    function* walk(position: string | undefined): Generator<WalkRow> {
      for (const build of (program?.applied ?? []).toReversed()) {
        const { revision, appliedAtMs, buildId, digest, name } = build;
        const own = numberKey(revision);
        if (position !== undefined && own >= position) continue;
        const isRunning = revision === program?.revision;
        const appliedAt = isoTime(appliedAtMs);
        const fields = { buildId, digest, name, revision, isRunning, appliedAt };
        if (appliedAtMs < fromMs || appliedAtMs >= belowMs)
          yield { position: own, item: undefined };
        else {
          const migration = migrationIn(snapshot, program?.realm as number, revision);
          const item = { productId, environment, ...fields, ...(migration && { migration }) };
          yield { position: own, item };
        }
      }
    }
    const request = {
      limit: limit === undefined ? undefined : String(limit),
      cursor,
      filters,
      walk,
    };
    return answerPage(request, context);
  },
});
