/** product.clock_run.retrieve: reads one operation that a Product's clock ran. */
import { Type } from "@sinclair/typebox";
import { suffixOf } from "../../base/id.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import { Id } from "../../contract/values/formats.ts";
import { ClockRun, clockRunOf } from "../object/clock_run.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { recordOfSuffix, suffixOfRecord } from "../record_walk.ts";

export const productClockRunRetrieve = declareRead({
  id: "product.clock_run.retrieve",
  summary: "Retrieve a clock run",
  description:
    "What was due and what came of it. The id is that of the operation, as `service-clock-operation-ids` has it; an operation that a caller asked for is not found here.",
  http: { method: "GET", path: "/products/{productId}/clock-runs/{clockRunId}" },
  principals: PRODUCT_CALLERS,
  scope: "objects:read",
  acts: { on: "product", by: "productId" },
  path: Type.Object(
    {
      productId: Id("prod"),
      clockRunId: described(Id("op"), "The id of the operation that the clock ran."),
    },
    { additionalProperties: false },
  ),
  output: ClockRun,
  refusals: ["resource_not_found"],
  read(snapshot, { productId, clockRunId }, { principal, realm }) {
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const suffix = suffixOf("op", clockRunId) ?? "";
    const record = recordOfSuffix((place) => snapshot.record(place), realm, suffix);
    const isOperation = record !== undefined && suffixOfRecord(record) === suffix;
    const run = isOperation ? clockRunOf(record, principal) : undefined;
    if (run !== undefined) return found(run);
    return refuse("resource_not_found", noSuchHere("op", clockRunId), {
      resourceType: "clock_run",
      operationId: clockRunId,
    });
  },
});
