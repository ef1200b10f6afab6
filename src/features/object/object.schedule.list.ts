/** object.schedule.list: the rows of schedules of one object. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { schedules } from "../schedule/schedule_resource.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { listedUnderObject } from "./listed_under_object.ts";

const listed = listedUnderObject(schedules, {
  index: LEDGER_TABLE.scheduleByObject,
  filters: ["status"],
});

export const objectScheduleList = declareRead({
  id: "object.schedule.list",
  summary: "List the schedule rows of an object",
  description:
    "What the clock will do with the object, and what it has done, by rows of the schedules of its program; newest first, those that are over too.",
  http: { method: "GET", path: "/products/{productId}/objects/{kind}/{objectId}/schedules" },
  principals: PRODUCT_CALLERS,
  scope: "objects:read",
  acts: { on: "product", by: "productId" },
  ...listed,
});
