/** object.schedule.list: the rows of schedules of one object. */
import { declareRead } from "../../contract/operation.ts";
import { listedUnder } from "../resource_reads.ts";
import { SCHEDULE_TABLE, schedules } from "../schedule/schedule_resource.ts";
import { OBJECT_PATH_REFUSALS, seenObject } from "./object_reads.ts";
import { ObjectPath } from "./object_schema.ts";

const { query, output, readWithin } = listedUnder(schedules, {
  index: SCHEDULE_TABLE.byObject,
  filters: ["status"],
});

export const objectScheduleList = declareRead({
  id: "object.schedule.list",
  summary: "List the schedule rows of an object",
  description:
    "What the clock will do with the object, and what it has done, by rows of the schedules of its program; newest first, those that are over too.",
  tag: "Objects",
  http: {
    method: "GET",
    path: "/products/{productId}/objects/{kind}/{objectId}/schedules",
    status: 200,
  },
  principals: ["product_key", "founder", "agent"],
  scope: "objects:read",
  acts: { on: "product", by: "productId" },
  path: ObjectPath,
  query,
  output,
  refusals: OBJECT_PATH_REFUSALS,
  read(snapshot, input, context) {
    const seen = seenObject(snapshot, input, context);
    if ("refused" in seen) return seen;
    return readWithin(snapshot, input, context, seen.suffix);
  },
});
