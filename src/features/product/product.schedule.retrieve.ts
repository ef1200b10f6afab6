/** product.schedule.retrieve: reads one row of a schedule. */
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { schedules } from "../schedule/schedule_resource.ts";
import { Schedule, SchedulePath } from "../schedule/schedule_schema.ts";

export const productScheduleRetrieve = declareRead({
  id: "product.schedule.retrieve",
  summary: "Retrieve a schedule row",
  description:
    "The row as it is now: when it is due, what became of it, and the code of its last refusal.",
  http: { method: "GET", path: "/products/{productId}/schedules/{scheduleId}" },
  principals: PRODUCT_CALLERS,
  scope: "objects:read",
  acts: { on: "product", by: "productId" },
  path: SchedulePath,
  output: Schedule,
  refusals: ["resource_not_found"],
  read(snapshot, { productId, scheduleId }, { principal, realm }) {
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const seen = schedules.find(snapshot, realm, scheduleId);
    if (seen === undefined) return schedules.notFound(scheduleId);
    return found(schedules.show(seen.document, principal, seen.suffix));
  },
});
