/** object.decision.list: the decisions of one object. */
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { decisions } from "../decision/decision_noun.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { listedUnderObject } from "./listed_under_object.ts";

const listed = listedUnderObject(decisions, {
  index: LEDGER_TABLE.decisionByObject,
  filters: ["status"],
});

export const objectDecisionList = declareRead({
  id: "object.decision.list",
  summary: "List the decisions about an object",
  description:
    "Those that wait and those that are over, newest first. An action that has a decision as its gate runs by an approval of it.",
  http: { method: "GET", path: "/products/{productId}/objects/{kind}/{objectId}/decisions" },
  principals: PRODUCT_CALLERS,
  scope: "decisions:read",
  acts: { on: "product", by: "productId" },
  ...listed,
});
