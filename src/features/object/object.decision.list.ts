/** object.decision.list: the decisions of one object. */
import { declareRead } from "../../contract/operation.ts";
import { DECISION_TABLE, decisions } from "../decision/decision_resource.ts";
import { listedUnder } from "../resource_reads.ts";
import { OBJECT_PATH_REFUSALS, seenObject } from "./object_reads.ts";
import { ObjectPath } from "./object_schema.ts";

const { query, output, readWithin } = listedUnder(decisions, {
  index: DECISION_TABLE.byObject,
  filters: ["status"],
});

export const objectDecisionList = declareRead({
  id: "object.decision.list",
  summary: "List the decisions about an object",
  description:
    "Those that wait and those that are over, newest first. An action that has a decision as its gate runs by an approval of it.",
  tag: "Objects",
  http: {
    method: "GET",
    path: "/products/{productId}/objects/{kind}/{objectId}/decisions",
    status: 200,
  },
  principals: ["product_key", "founder", "agent"],
  scope: "decisions:read",
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
