/** product.schedule.list: the rows of schedules of a Product's objects. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { listedInProduct } from "../resource_reads.ts";
import { schedules } from "../schedule/schedule_resource.ts";
import { ProductPath } from "./product_company.ts";

export const productScheduleList = declareRead({
  id: "product.schedule.list",
  summary: "List the schedule rows of a Product",
  description:
    "What the clock will do with objects, and what it has done, by rows of the schedules of programs; newest first by when the row was made. Those that are still to come have the status `scheduled`. `search` takes the id of a row or of an object, and the name of a schedule.",
  http: { method: "GET", path: "/products/{productId}/schedules" },
  principals: PRODUCT_CALLERS,
  scope: "objects:read",
  acts: { on: "product", by: "productId" },
  path: ProductPath,
  ...listedInProduct(schedules),
});
